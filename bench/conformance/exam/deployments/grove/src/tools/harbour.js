// Tools about ships and tides.

import { badRequest } from '../core/problem.js';
import { GAUGE } from '../state/fixtures.js';

const string = (description, rules = { minLength: 1 }) => ({ type: 'string', description, ...rules });
const input = (properties, ...required) => ({ type: 'object', properties, required });

const PORTS = { Hull: [53.74, -0.33], Esbjerg: [55.47, 8.45], Leith: [55.98, -3.17], Bergen: [60.39, 5.32] };

function position(port) {
  const found = PORTS[port];
  if (!found) throw badRequest(`there is no port ${port}; we know ${Object.keys(PORTS).join(', ')}`);
  return found;
}

function seaMiles([north1, east1], [north2, east2]) {
  const rad = (degrees) => (degrees * Math.PI) / 180;
  const cosine = Math.sin(rad(north1)) * Math.sin(rad(north2))
    + Math.cos(rad(north1)) * Math.cos(rad(north2)) * Math.cos(rad(east1 - east2));
  return Math.round(Math.acos(Math.min(1, cosine)) * 3440);
}

export const harbourTools = [
  {
    name: 'READ_TIDE_TABLE',
    description: 'Read the tide table of a port.',
    inputSchema: input({ port: string('The port.') }, 'port'),
    run: ({ port }) => ({ port, reading: GAUGE }),
  },
  {
    name: 'FIND_BERTH',
    description: 'Find a berth that is long enough for a ship.',
    inputSchema: input({ length: { type: 'number', description: 'Metres.', minimum: 1, maximum: 400 } }, 'length'),
    run: ({ length }) => ({ berth: `B${Math.ceil(length / 20)}`, length: Math.ceil(length / 20) * 20 }),
  },
  {
    name: 'LIST_PORTS',
    description: 'List the ports that are known, with where they lie.',
    inputSchema: input({}),
    run: () => ({ ports: Object.entries(PORTS).map(([name, [north, east]]) => ({ name, north, east })) }),
  },
  {
    name: 'MEASURE_PASSAGE',
    description: 'Measure the way from a port to another, in sea miles.',
    inputSchema: input({ from: string('Where it begins.'), to: string('Where it ends.') }, 'from', 'to'),
    run: ({ from, to }) => ({ miles: seaMiles(position(from), position(to)) }),
  },
  {
    name: 'CONVERT_KNOTS',
    description: 'Convert a speed from knots to kilometres an hour.',
    inputSchema: input({ knots: { type: 'number', description: 'The speed.', minimum: 0 } }, 'knots'),
    run: ({ knots }) => ({ kmh: Math.round(knots * 1852) / 1000 }),
  },
  {
    name: 'SPELL_CALL_SIGN',
    description: 'Spell a call sign in the words of the radio.',
    inputSchema: input({ sign: string('Letters only.') }, 'sign'),
    run({ sign }) {
      const words = ('Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec '
        + 'Romeo Sierra Tango Uniform Victor Whiskey Xray Yankee Zulu').split(' ');
      if (!/^[a-z]+$/i.test(sign)) throw badRequest('input.sign has letters only');
      return { words: [...sign.toUpperCase()].map((letter) => words[letter.charCodeAt(0) - 65]) };
    },
  },
].map((tool) => ({ ...tool, toolkit: 'harbour' }));
