import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page with a program, and the platform that it calls, on one origin. */
export interface PageServer {
  origin: string;
  /** Resolves when the stream without an end was hung up on. */
  hungUp: Promise<void>;
  close(): void;
}

/** Serves a bundled program at /, and canned answers of the platform beside it. */
export async function servePage(program: string): Promise<PageServer> {
  const hungUp = Promise.withResolvers<void>();
  const answers: Record<string, RequestListener> = {
    '/': (_, response) =>
      response.setHeader('content-type', 'text/html').end('<script src="/program.js"></script>'),
    '/program.js': (_, response) => response.setHeader('content-type', 'text/javascript').end(program),
    '/agent': (_, response) => response.setHeader('x-service-run-id', 'run-1').end('Hello, é😀.'),
    '/ndjson/agent': (_, response) =>
      response.setHeader('x-service-run-id', 'run-2').end('{"n":1}\n{"n":2}\n'),
    '/ndjson/endless': (_, response) => {
      response.on('close', hungUp.resolve);
      response.setHeader('x-service-run-id', 'run-3').write('{"n":1}\n');
    },
    '/me/agent-runs': ({ headers }, response) =>
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ items: [{ auth: headers.authorization }] })),
    '/me/agent-runs/html': (_, response) =>
      response.setHeader('content-type', 'text/html').end('<h1>Log in</h1>'),
    '/me/agent-runs/reset': (_, response) => response.destroy(),
    '/me/agent-runs/redirect': (_, response) => response.writeHead(307, { location: '/' }).end(),
    '/me/agent-runs/stalled': () => undefined,
  };
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const answer = answers[path];
    if (answer) return answer(request, response);
    return response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${port}`, hungUp: hungUp.promise, close };
}
