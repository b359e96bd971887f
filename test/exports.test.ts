import t from 'tap'
import * as beam from '../lib/index.ts'

t.test('the package exports just these names', async (t) => {
  t.same(Object.keys(beam).sort(), [
    'ResourceNotFound',
    'ToolError',
    'allow',
    'assistantMessage',
    'audio',
    'beamMcp',
    'default',
    'defineCatalog',
    'defineHost',
    'definePrompt',
    'defineResource',
    'defineResourceTemplate',
    'defineTool',
    'elicitForm',
    'elicitUrl',
    'embeddedResource',
    'image',
    'listRoots',
    'refuse',
    'resourceLink',
    'sample',
    'serveStdio',
    'text',
    'toolResult',
    'userMessage'
  ])
  t.equal(beam.default, beam.beamMcp)
})
