import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Config } from './config.ts';
import { UsageError } from './errors.ts';
import { sendable } from './sendable.ts';

/** How the deployment is reached, for all requests alike. */
export interface Connection {
  /** Sent with every request to the origins of the deployment, and nowhere else. Their values are secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Authorities that are trusted besides the usual ones, as PEM. */
  readonly ca?: string | undefined;
  /** The client's certificate and its key, as PEM. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly proxies: Proxies;
  /** What it was read from, to be told to another program. */
  readonly given?: Pick<ConnectionConfig, 'ca' | 'cert' | 'key' | 'proxy'> | undefined;
}

export interface Proxies {
  readonly http?: string | undefined;
  readonly https?: string | undefined;
  /** Hosts that are reached without one, with commas between them. */
  readonly except?: string | undefined;
}

export type ConnectionConfig = NonNullable<Config['connection']>;

/** What this program sends itself, and what belongs to a connection. */
const reserved = [
  'authorization',
  'content-type',
  'content-length',
  'host',
  'connection',
  'transfer-encoding',
];

/**
 * Reads what a config names, and the proxies of the environment.
 *
 * @throws UsageError when a file can't be read, or a header is one that can't be set
 */
export async function toConnection(
  config: ConnectionConfig,
  environment: NodeJS.ProcessEnv,
): Promise<Connection> {
  const { headers = {}, ca, cert, key, proxy } = config;
  for (const name of Object.keys(headers)) requireAllowed(name);
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError('A client certificate needs both: --cert FILE and --key FILE.');
  const files = {
    ca: await readPem('ca', ca, 'CERTIFICATE'),
    cert: await readPem('cert', cert, 'CERTIFICATE'),
    key: await readPem('key', key, 'PRIVATE KEY'),
  };
  requireUsable(files);
  return {
    headers: sendableHeaders(headers),
    ...files,
    proxies: proxy === undefined ? proxiesOf(environment) : { http: proxy, https: proxy },
    given: { ca, cert, key, proxy },
  };
}

function sendableHeaders(headers: Connection['headers']): Connection['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, sendable(value, `The header ${name}`)]),
  );
}

function requireAllowed(name: string): void {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
    throw new UsageError(`--header: ${JSON.stringify(name)} is no name of a header.`);
  if (reserved.includes(name.toLowerCase()))
    throw new UsageError(`--header: ${name} is sent by this program itself and can't be set.`);
}

/** As most programs take them; what runs on this machine needs no proxy. */
function proxiesOf(environment: NodeJS.ProcessEnv): Proxies {
  const of = (name: string): string | undefined =>
    environment[name.toLowerCase()] || environment[name] || undefined;
  const http = of('HTTP_PROXY') ?? of('ALL_PROXY');
  const https = of('HTTPS_PROXY') ?? of('ALL_PROXY');
  const except = [of('NO_PROXY'), 'localhost', '127.0.0.1', '[::1]'].filter((one) => one !== undefined);
  return { http, https, except: except.join(',') };
}

/** What OpenSSL refuses would otherwise seem to be the target's fault. */
function requireUsable({ ca, cert, key }: Pick<Connection, 'ca' | 'cert' | 'key'>): void {
  for (const [options, files] of [
    ['--ca', { ca }],
    ['--cert and --key', { cert, key }],
  ] as const) {
    try {
      createSecureContext(files);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new UsageError(
        `${options} can't be used: ${why}. A key must be that of its certificate, and not encrypted.`,
        {
          cause,
        },
      );
    }
  }
}

async function readPem(
  option: string,
  file: string | undefined,
  holds: 'CERTIFICATE' | 'PRIVATE KEY',
): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`--${option}: ${file} can't be read: ${why}`, { cause });
  });
  if (!text.includes('-----BEGIN ')) throw new UsageError(`--${option}: ${file} is no PEM file.`);
  if (text.includes(`${holds}-----`)) return text;
  throw new UsageError(`--${option}: ${file} holds no ${holds}.`);
}

/** A short value, such as the name of a stage, would hide words that are no secret. */
const shortestSecret = 8;

/** What must never be shown of the headers that are sent with every request. */
export function hiddenHeaders(connection: Connection | undefined): readonly string[] {
  return Object.values(connection?.headers ?? {}).filter(({ length }) => length >= shortestSecret);
}

/** `Name: value`, as curl takes it. */
export function toHeaders(lines: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
      if (value === undefined || value === '')
        throw new UsageError("--header takes 'Name: value', as curl does; the value is not repeated here.");
      return [name.trim(), value] as const;
    }),
  );
}
