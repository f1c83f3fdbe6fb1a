import type { QuotaName } from '../../domain/quotas.ts';
import type { OptionFacts } from './option-facts.ts';
import {
  toAddress,
  toDays,
  toList,
  toLogLevel,
  toMilliseconds,
  toOrigin,
  toOrigins,
  toPort,
  toPrograms,
  toProxies,
  toQuota,
  toUrl,
  toUrlText,
} from './parse-values.ts';

/** The headings under which docs/options.md and `--help` list the options of serve. */
export const groups = {
  places: 'Where it listens, and where it stores',
  agents: 'Users, agents and code',
  running: 'Running it',
} as const;

export interface ServeOptionFacts extends OptionFacts {
  readonly group: keyof typeof groups;
  /** What else docs/options.md leads to. */
  readonly more?: { readonly title: string; readonly at: string };
}

/** Every option of serve. */
export const serveOptions = {
  port: {
    value: 'NUMBER',
    default: '8787',
    words: 'port to listen on; 0 takes any free one',
    group: 'places',
    parse: toPort,
  },
  host: { value: 'ADDRESS', default: '127.0.0.1', words: 'address to listen on', group: 'places' },
  'public-url': {
    value: 'URL',
    otherwise: 'the address of each request',
    words: 'where clients reach the server, for the addresses of checkouts',
    group: 'places',
    parse: toOrigin,
  },
  'data-dir': {
    value: 'FOLDER',
    otherwise: 'your data folder, such as ~/.local/share/agent-workers-server',
    words: 'where the embedded database is',
    group: 'places',
  },
  durable: {
    words:
      "write the embedded database through to the disk; without it a power cut can lose what was acknowledged, though the end of the process can't",
    group: 'places',
    more: { title: 'Durability', at: 'runs.md#durability' },
  },
  'keep-runs': {
    value: 'DAYS',
    otherwise: 'never',
    words:
      'delete runs, with their messages and logs, in which nothing happened for so long; checked each hour',
    group: 'places',
    parse: toDays(99_999),
  },
  'cors-origins': {
    value: 'LIST',
    otherwise: 'none',
    words: 'origins of web pages that may call both APIs, with commas, or *',
    group: 'places',
    more: { title: 'Web pages', at: '../SELF-HOSTING.md#web-pages' },
    parse: toOrigins,
  },
  sandbox: {
    words:
      'add two users with API keys, and demo agents, and show the keys; they stay the same over restarts (sandbox-keys.json, mode 0600)',
    group: 'agents',
  },
  'jwt-issuer': {
    value: 'URL',
    otherwise: 'an embedded issuer, for development',
    words: "who signs the users' JWTs (RS, PS, ES or EdDSA)",
    group: 'agents',
  },
  'jwt-audience': { value: 'NAME', words: 'audience that these JWTs must name', group: 'agents' },
  'jwks-url': { value: 'URL', words: 'where that issuer publishes its keys', group: 'agents', parse: toUrl },
  quota: {
    value: 'NAME=NUMBER',
    many: true,
    words: 'how much each user may have; may be given more than once',
    group: 'agents',
    more: { title: 'Quotas', at: '../SELF-HOSTING.md#quotas' },
    parse: toQuota,
  },
  'trusted-proxies': {
    value: 'NUMBER',
    default: '0',
    words: 'how many proxies in front of the server add to X-Forwarded-For, and are believed',
    group: 'agents',
    parse: toProxies,
  },
  'model-base-url': {
    value: 'URL',
    otherwise: 'a scripted model answers',
    words: 'OpenAI-compatible model server',
    group: 'agents',
    more: { title: 'The scripted model', at: 'testing.md#the-scripted-model' },
    parse: toUrlText,
  },
  'model-name': { value: 'NAME', words: 'model to ask there', group: 'agents' },
  'interpreter-url': {
    value: 'URL',
    otherwise: 'processes of this machine',
    words: "service that runs the agents' code",
    group: 'agents',
    more: { title: 'Other places for code', at: 'code-interpreter.md#other-places-for-code' },
    parse: toAddress,
  },
  'interpreter-command': {
    value: 'FILE',
    words: 'program to start for each piece of code, instead of a service',
    group: 'agents',
  },
  'max-programs': {
    value: 'NUMBER',
    otherwise: '8',
    words: 'how many pieces of code run at once',
    group: 'agents',
    parse: toPrograms,
  },
  'mcp-hosts': {
    value: 'LIST',
    otherwise: 'none; in a sandbox this machine',
    words: 'hosts of MCP servers that users may register, with commas',
    group: 'agents',
    more: { title: 'Tools', at: 'tools-and-schedules.md#tools' },
    parse: toList,
  },
  'notifier-url': {
    value: 'URL',
    otherwise: 'an embedded one',
    words: 'push service behind the NOTIFIER tools',
    group: 'agents',
    parse: toAddress,
  },
  'admin-port': {
    value: 'NUMBER',
    otherwise: 'none',
    words: 'port for the operator: a page, the admin API, /metrics; needs ADMIN_TOKEN',
    group: 'running',
    more: { title: 'Operating it', at: '../SELF-HOSTING.md#operating-it' },
    parse: toPort,
  },
  'admin-host': { value: 'ADDRESS', default: '127.0.0.1', words: 'address of that port', group: 'running' },
  'control-port': {
    value: 'NUMBER',
    otherwise: 'none',
    words: 'port on 127.0.0.1 to arrange states for tests; needs CONTROL_TOKEN',
    group: 'running',
    more: { title: 'The control surface', at: 'testing.md#the-control-surface' },
    parse: toPort,
  },
  'drain-delay': {
    value: 'SECONDS',
    default: '0',
    words: 'how long /readyz says 503 before a stop, so that balancers look away',
    group: 'running',
    more: { title: 'Stopping', at: '../SELF-HOSTING.md#stopping' },
    parse: toMilliseconds,
  },
  'grace-period': {
    value: 'SECONDS',
    default: '2',
    words: 'how long answers under way may then take to end',
    group: 'running',
    parse: toMilliseconds,
  },
  'replace-secret': {
    words: 'go on with another secret, where the one of the database is lost',
    group: 'running',
    more: { title: 'Backup', at: '../SELF-HOSTING.md#backup' },
  },
  'log-level': {
    value: 'LEVEL',
    default: 'error',
    words: 'error, or info to log each request, turn and job that ended too',
    group: 'running',
    more: { title: 'Logs', at: 'observability.md' },
    parse: toLogLevel,
  },
  'ready-json': { words: 'print two lines of JSON when listening, instead of text', group: 'running' },
  'exit-with-parent': {
    words:
      'stop when standard input, which must be a pipe, ends, so that a parent leaves no orphan however it dies',
    group: 'running',
  },
} as const satisfies Readonly<Record<string, ServeOptionFacts>>;

/** What each quota counts; their defaults are in domain/quotas.ts. */
export const quotaWords: Readonly<Record<QuotaName, string>> = {
  jobs: 'background jobs that wait or run',
  runs: 'runs that are kept',
  agents: 'agents and chats',
  keys: 'API keys',
  schedules: 'schedules',
  chats: 'studio chats',
  bytes: 'content of files',
  sessions: 'CLI logins that one address opens in ten minutes',
};
