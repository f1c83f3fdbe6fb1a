import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const body = JSON.stringify({ run_id: '00000000-0000-4000-8000-000000000001', title: 'A run', messages: 12 });

/** Answers everything with a small JSON object, from a process of its own. */
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
