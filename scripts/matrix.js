import { spawnSync } from 'node:child_process'

/** Runs the tests on each release line of Node that is served; the registry brings those that are not installed. */
const lines = process.argv.length > 2 ? process.argv.slice(2) : ['20', '22', '24']
for (const line of lines) {
  console.log(`Node ${line}`)
  const { status } = spawnSync('npx', ['-y', '-p', `node@${line}`, 'node', 'node_modules/tap/dist/esm/run.mjs', '--disable-coverage', '--reporter=terse'], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
