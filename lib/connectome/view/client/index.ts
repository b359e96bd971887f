import { controls } from './controls.ts'
import { data } from './data.ts'
import { draw } from './draw.ts'
import { place } from './place.ts'
import { start } from './start.ts'
import { tables } from './tables.ts'

/** The page's own script: text, so that it comes through any build as it was written. Runs after cytoscape's, in a scope of its own. */
export const script = `(() => {\n'use strict'\n${[data, place, draw, controls, tables, start].join('\n')}\n})()`
