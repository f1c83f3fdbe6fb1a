import { createServer, type Server } from 'node:http';

export interface Listening {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** As much of a deployment as one rule needs: empty lists, nothing else is there, and only one JWT is good. */
export async function serveTarget(
  jwt: string,
  { missing }: { readonly missing: 200 | 404 },
): Promise<Listening> {
  const server = createServer(({ headers, url = '' }, response) => {
    const isList = url.split('?')[0]?.endsWith('s') === true;
    const isOne = /\/[0-9a-f-]{36}/.test(url);
    const status = headers.authorization !== `Bearer ${jwt}` ? 401 : isOne ? missing : 200;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(isList ? '[]' : '{}');
  });
  return await listening(server);
}

export async function listening(server: Server): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${address.port}`, close };
}
