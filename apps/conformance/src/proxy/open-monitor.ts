import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from './node-http.ts';

/** What is to be read at a path. */
export interface MonitorPage {
  readonly path: string;
  readonly type: string;
  /** Undefined where it can't be told just now. */
  readonly read: () => Promise<string | undefined>;
}

interface MonitorOptions {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  readonly pages: readonly MonitorPage[];
}

/**
 * Serves pages about the proxy on a port of their own, so that no path of the deployment is taken.
 *
 * @throws Error when the port can't be listened on
 */
export async function openMonitor({ host, port, pages }: MonitorOptions): Promise<{
  readonly url: string;
  readonly close: () => Promise<void>;
}> {
  const known = pages.map(({ path }) => path).join(' and ');
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '').split('?');
    const page = pages.find((one) => one.path === path);
    if (page === undefined) return say(response, 404, `There is ${known}.`);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return say(response, 405, 'Only GET is answered.');
    page.read().then(
      (text) => {
        if (text === undefined)
          return say(response, 503, 'The judge is busy or gone. Ask again in a moment.');
        response.writeHead(200, { 'content-type': page.type, 'cache-control': 'no-store' }).end(text);
      },
      () => say(response, 500, 'This page could not be made.'),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  // A server on a port has an address with a port.
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function say(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`);
}
