/**
 * What the proxy costs beside a plain reverse proxy of node:http: latency at 500 requests a second, requests a second
 * with 50 connections, 500 streams at once, and memory after many exchanges.
 * Command: node main.ts [exchanges for the memory, default 200000]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const [exchanges = '200000'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const headers = { authorization: 'Bearer a-token-of-the-bench-1' };
const cli = new URL('../../../apps/conformance/src/main.ts', import.meta.url).pathname;
const serve = new URL('serve.ts', import.meta.url).pathname;

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
}

function start(args: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, ['--conditions=@agent-workers/source', ...args]);
  const told = Promise.withResolvers<Started>();
  let text = '';
  const hear = (piece: Buffer): void => {
    text += piece;
    const [url] = /http:\/\/127\.0\.0\.1:\d+(?=\n| →)/.exec(text) ?? [];
    if (url !== undefined) told.resolve({ child, url });
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  return told.promise;
}

/** In ms, until the answer is whole. */
function ask(url: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      response.resume().on('end', () => resolve(performance.now() - began));
    }).on('error', reject);
  });
}

const perSecond = 500;
const seconds = 8;

/** Requests are sent when they are due, whether those before them are answered or not. */
async function latencies(url: string): Promise<readonly number[]> {
  const began = performance.now();
  const asked: Promise<number>[] = [];
  while (asked.length < perSecond * seconds) {
    const due = Math.floor(((performance.now() - began) * perSecond) / 1000);
    while (asked.length < Math.min(due, perSecond * seconds)) asked.push(ask(`${url}/me/agents`));
    await pause(1);
  }
  return (await Promise.all(asked)).slice(perSecond).toSorted((one, other) => one - other);
}

/** Over 50 connections; gives requests a second. */
async function throughput(url: string, count: number): Promise<number> {
  const began = performance.now();
  let left = count;
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await ask(`${url}/me/agents`);
    }
  };
  await Promise.all(Array.from({ length: 50 }, client));
  return Math.round((1000 * count) / (performance.now() - began));
}

async function streams(url: string): Promise<string> {
  const took = await Promise.all(Array.from({ length: 500 }, () => ask(`${url}/me/chats`)));
  return `${took.length} streams of 2.0 s whole within ${(Math.max(...took) / 1000).toFixed(2)} s`;
}

function memoryOf({ pid }: ChildProcess, name: 'VmRSS' | 'VmHWM'): string {
  const [, kilobytes] =
    new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return `${Math.round(Number(kilobytes) / 1024)} MB`;
}

const target = await start([serve, 'target']);
const plain = await start([serve, 'plain', new URL(target.url).port]);
const own = await start([cli, 'proxy', '--base-url', target.url, '--listen', '127.0.0.1:0']);
const ways = [
  ['direct', target],
  ['plain', plain],
  ['proxy', own],
] as const;

for (const [name, { url }] of ways) {
  await throughput(url, 500);
  const sorted = await latencies(url);
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2);
  process.stdout.write(`${name}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms at ${perSecond} requests/s; `);
  process.stdout.write(`${await throughput(url, 10_000)} requests/s; ${await streams(url)}\n`);
}
const before = memoryOf(own.child, 'VmRSS');
const rate = await throughput(own.url, Number(exchanges));
process.stdout.write(
  `memory of the proxy: ${before} before, ${memoryOf(own.child, 'VmRSS')} after ${exchanges} exchanges at ${rate}/s, ${memoryOf(own.child, 'VmHWM')} at the most\n`,
);
own.child.stderr?.on('data', (piece) => process.stdout.write(`${piece}`));
own.child.kill('SIGTERM');
await new Promise((resolve) => own.child.once('exit', resolve));
for (const { child } of [target, plain]) child.kill();
agent.destroy();
