import { Type } from '@sinclair/typebox'
import { defineCatalog, defineTool, ToolError } from 'beam-mcp'

/** A made-up climate, so that the example answers without a network. */
const celsiusByPlace = new Map([['Reykjavik', 4], ['Lisbon', 19], ['Nairobi', 23]])
const celsiusByRegion = new Map([['north', [3, 4, 2, 5, 4, 3, 1]], ['south', [19, 21, 20, 22, 24, 23, 21]]])

const getWeather = defineTool({
  name: 'get_weather',
  title: 'Weather',
  description: 'The weather of a place, now. Knows Reykjavik, Lisbon and Nairobi.',
  annotations: { readOnlyHint: true },
  commandClass: 'observe',
  mode: 'read_only',
  inputSchema: Type.Object({ place: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
  outputSchema: Type.Object({ place: Type.String(), celsius: Type.Number() }),
  handler ({ place }) {
    const celsius = celsiusByPlace.get(place)
    if (celsius === undefined) throw new ToolError(`No station at ${place}. There is one at ${[...celsiusByPlace.keys()].join(', ')}.`)
    return { place, celsius }
  }
})

const getForecast = defineTool({
  name: 'get_forecast',
  title: 'Forecast',
  description: 'The forecast for a region (north or south), in degrees Celsius for each day.',
  annotations: { readOnlyHint: true },
  commandClass: 'observe',
  mode: 'read_only',
  inputSchema: Type.Object({
    region: Type.String({ 'x-mcp-header': 'Region' }),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 7, 'x-mcp-header': 'Days' }))
  }, { additionalProperties: false }),
  outputSchema: Type.Object({ celsius: Type.Array(Type.Number()) }),
  handler ({ region, days = 3 }) {
    const celsius = celsiusByRegion.get(region)
    if (celsius === undefined) throw new ToolError(`No forecast for ${region}. There is one for north and south.`)
    return { celsius: celsius.slice(0, days) }
  }
})

export const catalog = defineCatalog({ tools: [getWeather, getForecast], resources: [], prompts: [] })
