import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import type { Test } from 'tap'

/** Debian's package, or what else the path has. */
export const executablePath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name))).find((path) => existsSync(path))

export const skip = executablePath === undefined ? 'no Chromium on the path: install the package chromium' : false

export async function launch (t: Test): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] })
  t.teardown(() => browser.close())
  return browser
}

export interface Opened {
  readonly page: Page
  /** What went wrong in the page, and all that it asked for beside itself. */
  readonly faults: string[]
  readonly read: <T>(script: string) => Promise<T>
  readonly drawn: () => Promise<Drawn>
}

export interface Drawn {
  readonly boxes: string[]
  readonly frames: string[]
  readonly edges: Array<{ from: string, to: string, class: string, calls: number, edges: number }>
  readonly dimmed: string[]
  readonly selected: string
}

/** Opens a page from disk. */
export async function open (t: Test, browser: Browser, html: string): Promise<Opened> {
  const folder = t.testdir({ 'connectome.html': html })
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 }, colorScheme: 'light' })
  t.teardown(() => page.close())
  const faults: string[] = []
  const url = `file://${join(folder, 'connectome.html')}`
  page.on('console', (message) => faults.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('request', (request) => { if (request.url() !== url) faults.push(`asked for ${request.url()}`) })
  await page.goto(url)
  const read = async <T>(script: string): Promise<T> => await page.evaluate<T>(script)
  return { page, faults, read, drawn: async () => await read<Drawn>('connectome.drawn()') }
}
