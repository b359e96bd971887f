import t from 'tap'
import { Cli, command, fixture } from '../helpers/cli.ts'

const offer = [
  'fixture 1.0.0, MCP 2026-07-28',
  'capabilities: tools',
  'instructions: Greet people.',
  '',
  'TOOL   ARGUMENTS     DESCRIPTION',
  'greet  name, loud?  Greets.',
  'slow',
  ''
].join('\n').replace('ARGUMENTS   ', 'ARGUMENTS  ')

t.test('what a server offers over stdio is a table', async (t) => {
  const cli = new Cli(t, ['inspect', '--', command.command, ...command.args, 'stdio', fixture('host.js')])
  t.equal(await cli.exited, 0, cli.stderr)
  t.equal(cli.stdout, offer)
})

t.test('what a server offers over HTTP is JSON where that is wanted', async (t) => {
  const server = new Cli(t, ['http', fixture('host.js'), '--port', '0'])
  const [, url = ''] = await server.see('stdout', /MCP endpoint: (\S+?)"/)
  const cli = new Cli(t, ['inspect', url, '--json', '--header', 'Authorization: Bearer x'])
  t.equal(await cli.exited, 0, cli.stderr)
  const { revision, serverInfo, tools } = JSON.parse(cli.stdout)
  t.same([revision, serverInfo.name, tools.length], ['2026-07-28', 'fixture', 2])
})

t.test('resources, templates and prompts stand in tables of their own', async (t) => {
  const cli = new Cli(t, ['inspect', '--', process.execPath, ...process.execArgv, fixture('features-stdio.ts')])
  t.equal(await cli.exited, 0, cli.stderr)
  t.equal(cli.stdout, [
    'features 1.0.0, MCP 2026-07-28',
    'capabilities: logging, completions, prompts, resources, tools',
    '',
    'TOOL       ARGUMENTS  DESCRIPTION',
    'report',
    'go',
    'touch',
    'interview',
    '',
    'RESOURCE             NAME   DESCRIPTION',
    'note:1               one',
    'note:2               two',
    'note:///{year}/{id}  notes',
    '',
    'PROMPT  ARGUMENTS  DESCRIPTION',
    'greet   who',
    ''
  ].join('\n'))
})

t.test('a server of 2025-11-25 is inspected too', async (t) => {
  const cli = new Cli(t, ['inspect', '--', process.execPath, fixture('legacy-server.js')])
  t.equal(await cli.exited, 0, cli.stderr)
  t.equal(cli.stdout, 'legacy 2.0.0, MCP 2025-11-25\ncapabilities: tools\n\nTOOL  ARGUMENTS  DESCRIPTION\nold   a?\n')
})

t.test('a server that is not there ends with 1', async (t) => {
  for (const target of [['http://127.0.0.1:1/mcp'], ['--', process.execPath, '-e', '0']]) {
    const cli = new Cli(t, ['inspect', ...target])
    t.equal(await cli.exited, 1)
    t.match(cli.stderr, /^beam-mcp: /)
  }
})

t.test('without the official client it says what to install', async (t) => {
  const hooks = 'export function resolve (specifier, context, next) { if (specifier.startsWith("@modelcontextprotocol/client")) throw new Error("absent"); return next(specifier, context) }'
  const hide = `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)})`
  const cli = new Cli(t, ['inspect', 'http://127.0.0.1:1'], [...process.execArgv, `--import=data:text/javascript,${encodeURIComponent(hide)}`])
  t.equal(await cli.exited, 1)
  t.equal(cli.stderr, 'beam-mcp: inspect needs the official client: npm install --save-dev @modelcontextprotocol/client\n')
})
