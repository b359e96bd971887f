import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineHost, type Host } from '../host.ts'
import { CliFault } from './fault.ts'

/** Loads a host module: JavaScript, or TypeScript where Node or an installed tsx can run it. */
export async function loadHost (file: string): Promise<Host> {
  const path = resolve(file)
  if (!existsSync(path)) throw new CliFault(1, `${file}: there is no such file`)
  if (/^\.[mc]?ts$/.test(extname(path))) await enableTypeScript(path, file)
  let module: { default?: unknown, host?: unknown }
  try {
    module = await import(pathToFileURL(path).href)
  } catch (error) {
    throw new CliFault(1, `${file}: ${messageOf(error)}`, { cause: error })
  }
  const host = module.default ?? module.host
  if (typeof host !== 'object' || host === null) throw new CliFault(1, `${file}: exports no host: write export default defineHost({ … })`)
  try {
    // A CommonJS module that was compiled from an ES module has its default inside its default.
    return defineHost('default' in host ? host.default as Host : host as Host)
  } catch (error) {
    throw new CliFault(1, `${file}: ${messageOf(error)}`, { cause: error })
  }
}

/** Node strips types since 22.18; before, tsx does, if the host has it. */
async function enableTypeScript (path: string, file: string): Promise<void> {
  const { typescript } = process.features as { typescript?: string | false }
  if (typescript) return
  let tsx: string
  try {
    // By its package: what `require` finds is its CommonJS build, which loads no ES modules.
    const manifest = createRequire(path).resolve('tsx/package.json')
    tsx = new URL(JSON.parse(readFileSync(manifest, 'utf8')).exports['./esm/api'].import.default, pathToFileURL(manifest)).href
  } catch (error) {
    throw new CliFault(1, `${file}: Node ${process.versions.node} runs no TypeScript: use Node 22.18 or later, or npm install --save-dev tsx`, { cause: error })
  }
  const { register } = await import(tsx)
  register()
}

function messageOf (error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && !error.message.includes(String(error.code)) ? `${String(error.code)}: ${error.message}` : error.message
}
