import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { atMost, type Figure } from './figure.ts';
import { type Listening, startHost, weigh } from './weigh-host.ts';

const clients = 100;
const warmRuns = 20;
const speakMilliseconds = 10_000;

/** Memory that 100 clients take who ask for a long answer and never read it, after ten seconds. Budget: 40 MB. */
export async function measureDeafClients(): Promise<Figure[]> {
  const { host, listening } = await startHost('host-server.ts', 'long');
  await warmUp(listening);
  const before = await weigh(host);
  const sockets: Socket[] = [];
  for (let count = 0; count < clients; count += 1) sockets.push(await askAndNeverRead(listening));
  await pause(speakMilliseconds);
  const after = await weigh(host);
  await Promise.all(sockets.map(expectAnswer));
  host.kill('SIGKILL');
  const [heap, resident] = [after.heap - before.heap, after.resident - before.resident];
  const text = `${clients} clients that don't read: ${heap.toFixed(1)} MB of heap and buffers, ${resident.toFixed(0)} MB resident`;
  return [{ text, budget: atMost({ value: resident, limit: 40, unit: ' MB resident' }) }];
}

async function askAndNeverRead({ url, headers, body = '' }: Listening): Promise<Socket> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.pause();
  const lines = [
    `POST ${pathname} HTTP/1.1`,
    `host: ${hostname}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  return socket;
}

async function warmUp({ url, method, headers }: Listening): Promise<void> {
  const body = JSON.stringify({ message: 'Hello' });
  for (let count = 0; count < warmRuns; count += 1)
    await (await fetch(url, { method, headers, body })).text();
}

/** @throws unless the client would have been answered, had it read. */
async function expectAnswer(socket: Socket): Promise<void> {
  socket.resume();
  const [bytes] = await once(socket, 'data');
  if (!String(bytes).startsWith('HTTP/1.1 200')) throw new Error(`A client was answered with ${bytes}.`);
  socket.destroy();
}
