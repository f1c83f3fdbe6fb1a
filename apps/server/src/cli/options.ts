import type { ModelOptions } from '../agents/model/agent-model.ts';
import { defaultQuotas, type Quotas } from '../domain/quotas.ts';
import type { StripeOptions } from '../payments/stripe/stripe-provider.ts';
import { UserError } from '../platform/errors.ts';
import type { LogLevel } from '../platform/logger.ts';
import type { IdentityOptions } from '../platform/oidc-verifier.ts';
import { userDataFolder } from '../store/user-folders.ts';
import { type InterpreterOptions, interpreterOptionTypes, parseInterpreter } from './interpreter-options.ts';
import { parseArguments } from './parse-arguments.ts';

/** What the command line and the environment say. */
export interface ServerOptions extends InterpreterOptions {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  model: ModelOptions | undefined;
  identity: IdentityOptions | undefined;
  secret: string | undefined;
  replaceSecret: boolean;
  keepRunDays: number | undefined;
  quotas: Partial<Quotas>;
  trustedProxies: number;
  stripe: StripeOptions | undefined;
  /** Where the deployment is reached from outside; else the address of each request. */
  publicUrl: string | undefined;
  notifierUrl: string | undefined;
  mcpHosts: readonly string[] | undefined;
  adminPort: number | undefined;
  adminHost: string;
  adminToken: string | undefined;
  corsOrigins: readonly string[] | undefined;
  durable: boolean;
  drainMilliseconds: number;
  graceMilliseconds: number;
  controlPort: number | undefined;
  controlToken: string | undefined;
  sandbox: boolean;
  logLevel: LogLevel;
  readyJson: boolean;
  exitWithParent: boolean;
}

const optionTypes = {
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '8787' },
  'data-dir': { type: 'string' },
  'model-base-url': { type: 'string' },
  'model-name': { type: 'string' },
  'jwt-issuer': { type: 'string' },
  'jwt-audience': { type: 'string' },
  'jwks-url': { type: 'string' },
  'public-url': { type: 'string' },
  'notifier-url': { type: 'string' },
  'mcp-hosts': { type: 'string' },
  ...interpreterOptionTypes,
  'admin-port': { type: 'string' },
  'admin-host': { type: 'string', default: '127.0.0.1' },
  'cors-origins': { type: 'string' },
  durable: { type: 'boolean', default: false },
  'drain-delay': { type: 'string', default: '0' },
  'grace-period': { type: 'string', default: '2' },
  'control-port': { type: 'string' },
  'log-level': { type: 'string', default: 'error' },
  'keep-runs': { type: 'string' },
  quota: { type: 'string', multiple: true },
  'trusted-proxies': { type: 'string', default: '0' },
  'replace-secret': { type: 'boolean', default: false },
  sandbox: { type: 'boolean', default: false },
  'ready-json': { type: 'boolean', default: false },
  'exit-with-parent': { type: 'boolean', default: false },
} as const;

/** @throws {UserError} for an option that isn't known or has no sense. */
export function parseOptions(arguments_: string[], environment: NodeJS.ProcessEnv): ServerOptions {
  const values = parseArguments(arguments_, optionTypes);
  return {
    host: values.host,
    port: parsePort('--port', values.port),
    dataDir: values['data-dir'] ?? userDataFolder(),
    databaseUrl: environment.DATABASE_URL || undefined,
    model: parseModel(values['model-base-url'], values['model-name'], environment.MODEL_API_KEY),
    identity: parseIdentity(values),
    secret: environment.AGENT_WORKERS_SECRET || undefined,
    stripe: parseStripe(environment),
    publicUrl: parsePublicUrl(values['public-url']),
    notifierUrl: parseNotifierUrl(values['notifier-url']),
    mcpHosts: values['mcp-hosts']?.split(',').map((host) => host.trim()),
    ...parseInterpreter(values, environment.INTERPRETER_TOKEN || undefined),
    ...parseAdmin(values['admin-port'], environment.ADMIN_TOKEN),
    adminHost: values['admin-host'],
    corsOrigins: parseOrigins(values['cors-origins']),
    durable: values.durable,
    drainMilliseconds: parseSeconds('--drain-delay', values['drain-delay']),
    graceMilliseconds: parseSeconds('--grace-period', values['grace-period']),
    ...parseControl(values['control-port'], environment.CONTROL_TOKEN),
    logLevel: parseLogLevel(values['log-level']),
    keepRunDays: values['keep-runs'] === undefined ? undefined : parseKeptDays(values['keep-runs']),
    quotas: parseQuotas(values.quota ?? []),
    trustedProxies: parseProxies(values['trusted-proxies']),
    replaceSecret: values['replace-secret'],
    sandbox: values.sandbox,
    readyJson: values['ready-json'],
    exitWithParent: values['exit-with-parent'],
  };
}

function parsePort(name: string, text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UserError(`${name} ${text} is not a port: give a number from 0 (any free port) to 65535.`);
}

function parseModel(
  baseUrl: string | undefined,
  name: string | undefined,
  apiKey: string | undefined,
): ModelOptions | undefined {
  if (!baseUrl && !name) return undefined;
  if (!baseUrl || !name)
    throw new UserError('--model-base-url and --model-name go together; one is missing.');
  if (!URL.canParse(baseUrl)) throw new UserError(`--model-base-url ${baseUrl} is not a URL.`);
  return { baseUrl, name, apiKey };
}

function parseIdentity(values: {
  'jwt-issuer'?: string;
  'jwt-audience'?: string;
  'jwks-url'?: string;
}): IdentityOptions | undefined {
  const { 'jwt-issuer': issuer, 'jwt-audience': audience, 'jwks-url': url } = values;
  if (!issuer && !audience && !url) return undefined;
  if (!issuer || !audience || !url)
    throw new UserError('--jwt-issuer, --jwt-audience and --jwks-url go together; one is missing.');
  const keys = URL.parse(url);
  if (!keys) throw new UserError(`--jwks-url ${url} is not a URL.`);
  return { issuer, audience, keys };
}

function parseKeptDays(text: string): number {
  const days = Number(text);
  if (/^[1-9]\d{0,4}$/.test(text)) return days;
  throw new UserError(`--keep-runs ${text} is not a number of days from 1 to 99999.`);
}

function parseQuotas(given: readonly string[]): Partial<Quotas> {
  const names = Object.keys(defaultQuotas).join(', ');
  return Object.fromEntries(
    given.map((text) => {
      const [, name = '', number] = /^(\w+)=(\d{1,12})$/.exec(text) ?? [];
      if (number !== undefined && name in defaultQuotas) return [name, Number(number)];
      throw new UserError(`--quota ${text} is not NAME=NUMBER with one of these names: ${names}.`);
    }),
  );
}

function parseProxies(text: string): number {
  if (/^\d$/.test(text)) return Number(text);
  throw new UserError(`--trusted-proxies ${text} is not a number of proxies from 0 to 9.`);
}

function parseLogLevel(text: string): LogLevel {
  if (text === 'error' || text === 'info') return text;
  throw new UserError(`--log-level ${text} is no level: give error or info.`);
}

function parsePublicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new UserError(`--public-url ${text} is not an address of the web.`);
}

function parseNotifierUrl(text: string | undefined): string | undefined {
  const url = text === undefined ? undefined : URL.parse(text);
  if (url === null || (url && !/^https?:$/.test(url.protocol)))
    throw new UserError(`--notifier-url ${text} is not an address of the web.`);
  return text;
}

function parseStripe(environment: NodeJS.ProcessEnv): StripeOptions | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = environment;
  if (!secretKey && !webhookSecret) return undefined;
  if (!secretKey || !webhookSecret)
    throw new UserError('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together; one is missing.');
  return { secretKey, webhookSecret, apiUrl: environment.STRIPE_API_URL || undefined };
}

function parseControl(port: string | undefined, token: string | undefined) {
  if (port === undefined) return { controlPort: undefined, controlToken: undefined };
  if (!token || token.length < 16)
    throw new UserError('--control-port needs a token of at least 16 characters in CONTROL_TOKEN.');
  return { controlPort: parsePort('--control-port', port), controlToken: token };
}

function parseAdmin(port: string | undefined, token: string | undefined) {
  if (port === undefined) return { adminPort: undefined, adminToken: undefined };
  if (!token || token.length < 16)
    throw new UserError('--admin-port needs a token of at least 16 characters in ADMIN_TOKEN.');
  return { adminPort: parsePort('--admin-port', port), adminToken: token };
}

function parseOrigins(text: string | undefined): string[] | undefined {
  return text?.split(',').map((part) => {
    const origin = part.trim();
    if (origin === '*' || URL.parse(origin)?.origin === origin) return origin;
    throw new UserError(`--cors-origins ${origin} is not an origin: give such as https://app.example, or *.`);
  });
}

function parseSeconds(name: string, text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text) * 1_000;
  throw new UserError(`${name} ${text} is not a number of seconds from 0 to 999.`);
}
