import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Listening {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The same deployment, but what isn't there answers 200 instead of 404. */
export async function serveBroken(origin: string): Promise<Listening> {
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const answer = await fetch(`${origin}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { authorization: request.headers.authorization ?? '' },
      ...(body.length > 0 && { body }),
    });
    const type = answer.headers.get('content-type');
    response.writeHead(
      answer.status === 404 ? 200 : answer.status,
      type === null ? {} : { 'content-type': type },
    );
    response.end(Buffer.from(await answer.arrayBuffer()));
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
