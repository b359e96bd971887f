import t from 'tap'
import * as beam from '../lib/index.ts'

t.test('the package exports just these names', async (t) => {
  t.same(Object.keys(beam).sort(), [
    'ToolError',
    'allow',
    'audio',
    'beamMcp',
    'default',
    'defineCatalog',
    'defineHost',
    'defineTool',
    'embeddedResource',
    'image',
    'refuse',
    'resourceLink',
    'serveStdio',
    'text',
    'toolResult'
  ])
  t.equal(beam.default, beam.beamMcp)
})
