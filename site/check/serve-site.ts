import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

export interface ServedSite {
  /** The address of a page by its path, such as `/rules/`. */
  readonly at: (path: string) => string;
  readonly close: () => void;
}

/** Serves a built site on the loopback, below the path that it has on the web. */
export async function serveSite(folder: string, base: string): Promise<ServedSite> {
  const server = createServer(async ({ url = '' }, response) => {
    const path = decodeURIComponent(new URL(url, 'http://site').pathname).slice(base.length);
    const file = path.endsWith('/') ? `${path}index.html` : path;
    const bytes = await readFile(join(folder, file)).catch(() => undefined);
    response.writeHead(bytes === undefined ? 404 : 200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
    });
    response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server of the site has no port.');
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { at: (path) => `http://127.0.0.1:${address.port}${base}${path}`, close };
}
