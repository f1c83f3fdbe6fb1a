/**
 * What the overhead of the proxy is measured between: `target` answers a list of 1 KB, or a stream of 20 lines within two
 * seconds; `plain` is a reverse proxy of node:http alone, without any copy of what passes.
 * Command: node serve.ts target | node serve.ts plain PORT
 */
import { Agent, createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';

const [role, port] = process.argv.slice(2);
const list = JSON.stringify(
  Array.from({ length: 12 }, (_, id) => ({ id, title: 'A chat about the tides of Hull' })),
);
const json = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(list) };

const target: RequestListener = (incoming, outgoing) => {
  incoming.resume();
  if (!incoming.url?.startsWith('/me/chats')) return void outgoing.writeHead(200, json).end(list);
  outgoing.writeHead(200, { 'content-type': 'application/json' }).write('[');
  let left = 20;
  const timer = setInterval(() => {
    left -= 1;
    outgoing.write(' \n');
    if (left > 0) return;
    clearInterval(timer);
    outgoing.end(']');
  }, 100);
};

const agent = new Agent({ keepAlive: true });
const plain: RequestListener = (incoming, outgoing) => {
  const { method, url: path, headers } = incoming;
  const upstream = request({ agent, host: '127.0.0.1', port, method, path, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  incoming.pipe(upstream);
};

const server = createServer(role === 'plain' ? plain : target).listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
