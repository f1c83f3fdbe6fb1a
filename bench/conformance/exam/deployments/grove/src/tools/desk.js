// Small tools for the desk.

import { createHash } from 'node:crypto';
import { badRequest } from '../core/problem.js';

const string = (description) => ({ type: 'string', description });
const number = (description) => ({ type: 'number', description });
const input = (properties, ...required) => ({ type: 'object', properties, required });

export const deskTools = [
  {
    name: 'COUNT_WORDS',
    description: 'Count the words of a text.',
    inputSchema: input({ text: string('The text.') }, 'text'),
    run: ({ text }) => ({ words: text.split(/\s+/).filter(Boolean).length }),
  },
  {
    name: 'ADD_NUMBERS',
    description: 'Add up some numbers.',
    inputSchema: input({ numbers: { type: 'array', description: 'The numbers.', items: number('One of them.') } }, 'numbers'),
    run: ({ numbers }) => ({ sum: numbers.reduce((a, b) => a + b, 0) }),
  },
  {
    name: 'TURN_AROUND',
    description: 'Turn a text around.',
    inputSchema: input({ text: string('The text.') }, 'text'),
    run: ({ text }) => ({ text: [...text].reverse().join('') }),
  },
  {
    name: 'HASH_TEXT',
    description: 'Hash a text with SHA-256.',
    inputSchema: input({ text: string('The text.') }, 'text'),
    run: ({ text }) => ({ sha256: createHash('sha256').update(text).digest('hex') }),
  },
  {
    name: 'DAYS_BETWEEN',
    description: 'Count the days between two dates, each YYYY-MM-DD.',
    inputSchema: input({ from: string('The first day.'), to: string('The last day.') }, 'from', 'to'),
    run({ from, to }) {
      const days = (Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000;
      if (Number.isNaN(days)) throw badRequest('input.from and input.to are dates, YYYY-MM-DD');
      return { days };
    },
  },
  {
    name: 'SPLIT_BILL',
    description: 'Split a bill between some people, in cents.',
    inputSchema: input({
      cents: { type: 'integer', description: 'What it comes to.', minimum: 0 },
      people: { type: 'integer', description: 'How many they are.', minimum: 1 },
    }, 'cents', 'people'),
    run({ cents, people }) {
      const each = Math.floor(cents / people);
      return { each, left: cents - each * people };
    },
  },
].map((tool) => ({ ...tool, toolkit: 'desk' }));
