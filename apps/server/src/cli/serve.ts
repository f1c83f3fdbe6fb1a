import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '../app/app.ts';
import { createApp } from '../app/create-app.ts';
import { type Listener, listen } from '../app/listen.ts';
import { banner } from './banner.ts';
import { parseOptions, type ServerOptions } from './options/server-options.ts';
import { parentGone } from './parent-gone.ts';
import { readyDetails, readyDocument } from './ready-document.ts';
import { warnings } from './warnings.ts';

const lastBytesMilliseconds = 500;

/** Serves until it's told to stop. */
export async function serve(arguments_: string[]): Promise<void> {
  const options = parseOptions(arguments_, process.env);
  const stop = stopRequested(options);
  const app = await createApp(options);
  try {
    const listener = await listen(app, options);
    const controlListener = await listenToControl(app, options);
    const adminListener = await listenToAdmin(app, options);
    for (const warning of warnings(options)) process.stderr.write(`Warning: ${warning}\n`);
    const ready = options.readyJson
      ? [readyDocument(listener.origin, app), readyDetails(controlListener?.origin, app)].map(asLine).join('')
      : banner(listener.origin, app, options);
    process.stdout.write(ready);
    await app.warmUp();
    await stop;
    void controlListener?.close();
    app.drain();
    listener.drain();
    await pause(options.drainMilliseconds);
    void adminListener?.close();
    await close(app, { listener, graceMilliseconds: options.graceMilliseconds });
  } catch (error) {
    await app.close();
    throw error;
  }
}

function asLine(document: object): string {
  return `${JSON.stringify(document)}\n`;
}

/** The control port can do anything, so it's never reachable from another machine. */
async function listenToControl(app: App, { controlPort }: ServerOptions): Promise<Listener | undefined> {
  if (controlPort === undefined || !app.control) return undefined;
  const listener = await listen({ fetch: app.control }, { host: '127.0.0.1', port: controlPort });
  process.stderr.write(`The control surface is at ${listener.origin}.\n`);
  return listener;
}

async function listenToAdmin(app: App, options: ServerOptions): Promise<Listener | undefined> {
  const { adminPort: port, adminHost: host } = options;
  if (port === undefined || !app.admin) return undefined;
  const listener = await listen({ fetch: app.admin }, { host, port });
  process.stderr.write(`The admin port is at ${listener.origin}.\n`);
  return listener;
}

/** Ends the answers first, then gives their last bytes a moment to reach the clients. */
async function close(
  app: App,
  { listener, graceMilliseconds }: { listener: Listener; graceMilliseconds: number },
): Promise<void> {
  const disconnected = listener.close();
  await app.close({ graceMilliseconds });
  await Promise.race([disconnected, pause(lastBytesMilliseconds)]);
  process.exit();
}

/** Resolves when a person, the system or the end of the parent process asks the server to stop. */
function stopRequested(options: ServerOptions): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.once('SIGINT', () => resolve());
  process.once('SIGTERM', () => resolve());
  if (options.exitWithParent) void parentGone().then(resolve);
  return promise;
}
