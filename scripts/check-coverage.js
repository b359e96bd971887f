import { readFileSync } from 'node:fs'

/** Fails where a line of lib/ was not run by the tests. */
const files = Object.entries(JSON.parse(readFileSync('.tap/report/coverage-summary.json', 'utf8')))
const uncovered = files.filter(([, { lines }]) => lines.pct < 100).map(([file, { lines }]) => `${file}: ${lines.covered} of ${lines.total} lines`)
if (files.length < 2) uncovered.push('nothing was covered at all')
console.log(uncovered.length === 0 ? `Every line of ${files.length - 1} files is covered.` : `Not covered:\n${uncovered.join('\n')}`)
process.exitCode = uncovered.length === 0 ? 0 : 1
