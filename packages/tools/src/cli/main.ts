import { parseArgs } from 'node:util';
import { version } from '../gen/version.ts';
import { runInbox } from './run-inbox.ts';
import { UsageError } from './usage-error.ts';

const usage = `Usage: agent-workers-tools mcp|inbox [options], --help, --version
  agent-workers-tools mcp [--http PORT] [--inbox PORT] [--base-url URL] [--allow-far-reaching]
      MCP server on standard input and output, or on http://127.0.0.1:PORT.
      With --base-url, calls go to that push service, with the token in NOTIFIER_TOKEN.
      Without, they go to a notification service inside, which forgets all at the end; --inbox shows what arrives
      there to every client with the token in NOTIFIER_TOKEN.
      Calls that delete, or reach a channel or everyone, ask the client; --allow-far-reaching sends them unasked.
  agent-workers-tools inbox [PORT]
      A notification service with an inbox page, for the token in NOTIFIER_TOKEN.`;

/** Runs one command until it ends, or until the process is stopped. Returns the exit code. */
export async function main(args: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  try {
    const { command, help, version: asked, ...options } = readArguments(args);
    if (help || asked) {
      process.stdout.write(`${help ? usage : version}\n`);
      return 0;
    }
    const token = environment.NOTIFIER_TOKEN;
    if (command === 'inbox') await runInbox({ port: options.port, token });
    else await (await loadMcp()).runMcp({ ...options, token });
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\n${usage}\n`);
    return 2;
  }
}

/** The SDK is an optional peer, so it is loaded for this command only. */
async function loadMcp() {
  try {
    return await import('./run-mcp.ts');
  } catch (cause) {
    throw new UsageError(
      'MCP needs @modelcontextprotocol/sdk. Install it beside this package, or run: npx -p @agent-workers/tools -p @modelcontextprotocol/sdk agent-workers-tools mcp',
      { cause },
    );
  }
}

function readArguments(args: string[]) {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        http: { type: 'string' },
        inbox: { type: 'string' },
        'base-url': { type: 'string' },
        'allow-far-reaching': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', short: 'v', default: false },
      },
    });
    const [command, port, ...more] = positionals;
    const { help, version: asked } = values;
    if (!help && !asked && ((command !== 'mcp' && command !== 'inbox') || more.length > 0))
      throw new UsageError('Name one command: mcp or inbox.');
    return {
      command,
      help,
      version: asked,
      port: readPort(port ?? '0'),
      httpPort: values.http === undefined ? undefined : readPort(values.http),
      inboxPort: values.inbox === undefined ? undefined : readPort(values.inbox),
      baseUrl: values['base-url'],
      allowFarReaching: values['allow-far-reaching'],
    };
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`${text} is no port. Give a number from 0 (any free port) to 65535.`);
}
