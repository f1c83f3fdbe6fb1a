import { createApp } from '../create-app.ts';
import { listen } from '../listen.ts';
import { UserError } from '../user-error.ts';
import { banner } from './banner.ts';
import { help } from './help.ts';
import { parseOptions, type ServerOptions } from './options.ts';
import { readyDocument } from './ready-document.ts';

/** The command: serves until it's told to stop. A user's mistake ends it with one sentence and exit code 2. */
export async function runServer(arguments_: string[]): Promise<void> {
  try {
    const options = parseOptions(arguments_, process.env);
    if (options.help) process.stdout.write(help);
    else await serve(options);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    process.stderr.write(`agent-workers-server: ${error.message}\n`);
    process.exitCode = 2;
  }
}

async function serve(options: ServerOptions): Promise<void> {
  const stop = stopRequested(options);
  const app = await createApp(options);
  try {
    const listener = await listen(app, options);
    const ready = options.readyJson
      ? `${JSON.stringify(readyDocument(listener.origin, app.sandboxKeys))}\n`
      : banner(listener.origin, app);
    process.stdout.write(ready);
    await stop;
    void listener.close();
  } finally {
    await app.close();
  }
  process.exit();
}

/** Resolves when a person, the system or the end of the parent process asks the server to stop. */
function stopRequested(options: ServerOptions): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.once('SIGINT', () => resolve());
  process.once('SIGTERM', () => resolve());
  if (options.exitWithParent) process.stdin.once('close', resolve).resume();
  return promise;
}
