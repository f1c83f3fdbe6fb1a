import type { Interpreter } from '../../agents/interpreter/interpreter.ts';
import {
  commandTransport,
  createOutsideInterpreter,
  httpTransport,
} from '../../agents/interpreter/outside-interpreter.ts';
import type { ModelOptions } from '../../agents/model/agent-model.ts';
import type { StripeOptions } from '../../payments/stripe/stripe-provider.ts';
import { UserError } from '../../platform/errors.ts';
import type { IdentityOptions } from '../../platform/oidc-verifier.ts';
import { userDataFolder } from '../../store/user-folders.ts';
import { type Environment, readEnvironment } from './environment.ts';
import type { Values } from './option-facts.ts';
import { readOptions } from './read-options.ts';
import { serveOptions } from './serve-options.ts';

type Given = Values<typeof serveOptions>;

/** What the command line and the environment say. */
export type ServerOptions = ReturnType<typeof parseOptions>;

/** @throws {UserError} for an option that isn't known or has no sense. */
export function parseOptions(arguments_: string[], environment: NodeJS.ProcessEnv) {
  const given = readOptions(serveOptions, arguments_);
  const variables = readEnvironment(environment);
  return {
    host: given.host,
    port: given.port,
    dataDir: given['data-dir'] ?? userDataFolder(),
    databaseUrl: variables.DATABASE_URL,
    model: toModel(given, variables),
    identity: toIdentity(given),
    secret: variables.AGENT_WORKERS_SECRET,
    stripe: toStripe(variables),
    publicUrl: given['public-url'],
    notifierUrl: given['notifier-url'],
    mcpHosts: given['mcp-hosts'],
    interpreter: toInterpreter(given, variables),
    maximumPrograms: given['max-programs'],
    adminPort: given['admin-port'],
    adminHost: given['admin-host'],
    adminToken: tokenOf('admin', given, variables),
    corsOrigins: given['cors-origins'],
    durable: given.durable,
    drainMilliseconds: given['drain-delay'],
    graceMilliseconds: given['grace-period'],
    controlPort: given['control-port'],
    controlToken: tokenOf('control', given, variables),
    logLevel: given['log-level'],
    keepRunDays: given['keep-runs'],
    quotas: Object.fromEntries(given.quota.map(({ name, maximum }) => [name, maximum])),
    trustedProxies: given['trusted-proxies'],
    replaceSecret: given['replace-secret'],
    sandbox: given.sandbox,
    readyJson: given['ready-json'],
    exitWithParent: given['exit-with-parent'],
  };
}

function toModel(
  { 'model-base-url': url, 'model-name': name }: Given,
  { MODEL_API_KEY: apiKey }: Environment,
): ModelOptions | undefined {
  if (!url && !name) return undefined;
  if (!url || !name) throw new UserError('--model-base-url and --model-name go together; one is missing.');
  return { baseUrl: url, name, apiKey };
}

function toIdentity(given: Given): IdentityOptions | undefined {
  const { 'jwt-issuer': issuer, 'jwt-audience': audience, 'jwks-url': keys } = given;
  if (!issuer && !audience && !keys) return undefined;
  if (!issuer || !audience || !keys)
    throw new UserError('--jwt-issuer, --jwt-audience and --jwks-url go together; one is missing.');
  return { issuer, audience, keys };
}

function toStripe(variables: Environment): StripeOptions | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = variables;
  if (!secretKey && !webhookSecret) return undefined;
  if (!secretKey || !webhookSecret)
    throw new UserError('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together; one is missing.');
  return { secretKey, webhookSecret, apiUrl: variables.STRIPE_API_URL };
}

function toInterpreter(
  { 'interpreter-url': url, 'interpreter-command': command }: Given,
  { INTERPRETER_TOKEN: token }: Environment,
): Interpreter | undefined {
  if (url && command) throw new UserError('--interpreter-url and --interpreter-command exclude each other.');
  if (url) return createOutsideInterpreter(httpTransport({ url, token }));
  return command ? createOutsideInterpreter(commandTransport(command)) : undefined;
}

/** The token of a port; undefined where the port isn't wanted. */
function tokenOf(port: 'admin' | 'control', given: Given, variables: Environment): string | undefined {
  if (given[`${port}-port`] === undefined) return undefined;
  const name = port === 'admin' ? 'ADMIN_TOKEN' : 'CONTROL_TOKEN';
  const token = variables[name];
  if (token && token.length >= 16) return token;
  throw new UserError(`--${port}-port needs a token of at least 16 characters in ${name}.`);
}
