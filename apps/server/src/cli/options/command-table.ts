import type { OptionTable } from './option-facts.ts';
import { toDays, toOrigin, toTier } from './parse-values.ts';
import { serveOptions } from './serve-options.ts';

/** What is known of a command. */
export interface CommandFacts {
  /** What stands between the name and the options. */
  readonly arguments?: string;
  readonly words: string;
  readonly options: OptionTable;
}

const { 'data-dir': dataDir } = serveOptions;
const user = { value: 'NAME', required: true, words: 'whose it is: the subject of their JWTs' } as const;
const adminUrl = {
  value: 'URL',
  otherwise: 'the database, while no server uses it',
  words: 'admin port of a running server; needs its ADMIN_TOKEN',
} as const;
const reached = { url: adminUrl, 'data-dir': dataDir } as const;
const printed = { ...reached, json: { words: 'print JSON instead of a table' } } as const;
const credits = { value: 'NUMBER', otherwise: '100', words: 'what the code gives' } as const;

/** Every command and its options, in the order in which help lists them. */
export const commandTable = {
  serve: {
    words: 'serve the Workers API and the User API until it is stopped; the command where none is named',
    options: serveOptions,
  },
  'create-key': {
    words: "print a new API key for a user, who is added if there's none of that name",
    options: { user, 'data-dir': dataDir },
  },
  'create-jwt': {
    words: 'print a JWT for the User API, which is taken where no other issuer is configured',
    options: {
      user,
      tier: { value: 'NAME', default: 'standard', words: 'standard or sandbox', parse: toTier },
      days: { value: 'NUMBER', default: '30', words: 'how long it is good for', parse: toDays(9999) },
      'data-dir': dataDir,
    },
  },
  'create-agent': {
    words: "add an agent for a user, who is added if there's none of that name, and print its id",
    options: {
      user,
      name: { value: 'NAME', required: true, words: 'what the agent is called' },
      prompt: { value: 'TEXT', required: true, words: 'what its model is told' },
      'data-dir': dataDir,
    },
  },
  'admin users': {
    arguments: 'list|show|add|set|delete|export [NAME]',
    words: 'users, their tiers and credits; all that is kept of one',
    options: {
      tier: { value: 'NAME', words: 'standard or sandbox' },
      credits: { value: 'NUMBER|none', words: 'their balance of credits' },
      ...printed,
    },
  },
  'admin keys': {
    arguments: 'list|add|revoke NAME [ID]',
    words: 'API keys of a user',
    options: { name: { value: 'TEXT', words: 'what the key is called' }, ...printed },
  },
  'admin codes': {
    arguments: 'list|add|remove [CODE]',
    words: 'VIP codes',
    options: { credits, owner: { value: 'NAME', words: "user who can't redeem it" }, ...printed },
  },
  'admin jobs': {
    arguments: 'list|cancel [ID]',
    words: 'background jobs that wait or run',
    options: printed,
  },
  migrate: {
    words: 'bring the tables of the database up to date, as a start does, and end',
    options: { 'data-dir': dataDir },
  },
  backup: { arguments: 'FILE', words: 'write a copy of an embedded database to a file', options: reached },
  restore: {
    arguments: 'FILE',
    words: 'make the database of a data folder without one from a copy',
    options: { 'data-dir': dataDir },
  },
  seed: {
    words: 'add users, keys, agents and codes for a conformance run, and print the config that names them',
    options: {
      url: {
        value: 'URL',
        default: 'http://127.0.0.1:8787',
        words: 'where clients reach the server',
        parse: toOrigin,
      },
      'control-url': {
        value: 'URL',
        otherwise: 'the database, while no server uses it',
        words: 'control port of a running server; needs its CONTROL_TOKEN',
        parse: toOrigin,
      },
      name: { value: 'NAME', default: 'conformance', words: 'what the names of the users begin with' },
      // The control surface issues no JWT for longer.
      days: { value: 'NUMBER', default: '30', words: 'how long the JWTs are good for', parse: toDays(365) },
      'data-dir': dataDir,
    },
  },
} as const satisfies Readonly<Record<string, CommandFacts>>;
