import t from 'tap'
import { readFileSync } from 'node:fs'
import { Cli, fixture } from '../helpers/cli.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

t.test('help and version go to standard output, and end with 0', async (t) => {
  for (const flag of ['--help', '-h']) {
    const cli = new Cli(t, [flag])
    t.equal(await cli.exited, 0)
    t.match(cli.stdout, 'beam-mcp http <host-module>')
  }
  const cli = new Cli(t, ['--version'])
  t.equal(await cli.exited, 0)
  t.equal(cli.stdout, `${version}\n`)
})

t.test('a usage error is one line with a hint, and ends with 2', async (t) => {
  const cases: Array<[string[], string]> = [
    [[], 'say what to do'],
    [['serve'], 'there is no command "serve"'],
    [['constructor'], 'there is no command "constructor"'],
    [['http'], 'http wants a host module'],
    [['stdio', 'a.js', 'b.js'], 'stdio wants one host module, not 2'],
    [['http', 'a.js', '--prot', '1'], "Unknown option '--prot'"],
    [['http', 'a.js', '--port', 'x'], '--port wants a whole number from 0 to 65535'],
    [['http', 'a.js', '--port', '70000'], '--port wants a whole number from 0 to 65535'],
    [['stdio', 'a.js', '--log-level', 'loud'], '--log-level wants one of trace, debug, info, warn, error, fatal, silent'],
    [['inspect'], 'inspect wants a URL, or -- and a command'],
    [['inspect', 'http://127.0.0.1:1', '--header', 'x'], "--header wants 'Name: value'"]
  ]
  await Promise.all(cases.map(async ([args, problem]) => {
    const cli = new Cli(t, args)
    t.equal(await cli.exited, 2, args.join(' '))
    t.equal(cli.stderr, `beam-mcp: ${problem}. Try: beam-mcp --help\n`)
    t.equal(cli.stdout, '')
  }))
})

t.test('a bad host module ends with 1, naming the file and the reason, without a stack', async (t) => {
  const cases: Array<[string, RegExp]> = [
    ['missing.js', /missing\.js: there is no such file/],
    ['throws.js', /throws\.js: broken host/],
    ['no-host.js', /no-host\.js: exports no host: write export default defineHost/],
    ['no-authorize.js', /no-authorize\.js: .*BMCP_ERR_OPTION_REQUIRED: option "authorize" is required and has no default: give a function/]
  ]
  await Promise.all(cases.map(async ([name, reason]) => {
    const cli = new Cli(t, ['stdio', fixture(name)])
    t.equal(await cli.exited, 1, name)
    t.match(cli.stderr, reason)
    t.equal(cli.stderr.split('\n').length, 2, cli.stderr)
  }))
})

t.test('--verbose tells the whole error', async (t) => {
  const cli = new Cli(t, ['stdio', fixture('throws.js'), '--verbose'])
  t.equal(await cli.exited, 1)
  t.match(cli.stderr, /broken host[\s\S]*at .*throws\.js/)
})
