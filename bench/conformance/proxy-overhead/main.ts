/**
 * What the proxy costs beside a plain reverse proxy of node:http, and beside mitmproxy and Prism where they are told:
 * latency at 500 requests a second, requests a second with 50 connections, 500 streams at once, and memory after many
 * exchanges. Each proxy has one core, the first; target and load share the others.
 * Command: MITMDUMP=path PRISM=path node main.ts [exchanges for the memory, default 200000] [--memory-only] [--results DIR]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '@agent-workers/test-deployment/free-port';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'memory-only': { type: 'boolean', default: false }, results: { type: 'string' } },
});
const [exchanges = '200000'] = positionals;
const agent = new Agent({ keepAlive: true });
const headers = { authorization: 'Bearer a-token-of-the-bench-1' };
const fileAt = (path: string): string => new URL(path, import.meta.url).pathname;
const built = fileAt('../../../apps/conformance/dist/main.js');
const serve = new URL('serve.ts', import.meta.url).pathname;
const contract = fileAt('../../../spec/user-api.yaml');

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
}

function start(command: string, args: readonly string[]): Promise<Started> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const told = Promise.withResolvers<Started>();
  let text = '';
  const hear = (piece: Buffer): void => {
    text += piece;
    const [url] = /http:\/\/127\.0\.0\.1:\d+(?=\n| →)/.exec(text) ?? [];
    if (url !== undefined) told.resolve({ child, url });
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  child.once('exit', () => told.reject(new Error(`${command} ended: ${text}`)));
  return told.promise;
}

const node = (...args: readonly string[]): Promise<Started> =>
  start(process.execPath, ['--conditions=@agent-workers/source', ...args]);

/** What takes what passes has one core. */
const onOneCore = (command: string, ...args: readonly string[]): Promise<Started> =>
  start('taskset', ['-c', '0', command, ...args]);

/** A peer says where it listens in its own words, so it is asked until it answers. */
async function startPeer(command: string, argsAt: (port: string) => readonly string[]): Promise<Started> {
  const port = String(await freePort());
  const child = spawn('taskset', ['-c', '0', command, ...argsAt(port)], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; tries += 1) {
    const isUp = await ask(`${url}/me/agents`).then(
      () => true,
      () => false,
    );
    if (isUp) return { child, url };
    await pause(200);
  }
  child.kill();
  throw new Error(`${command} does not answer at ${url}.`);
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

/** The proxies of others, where their programs are told. */
async function startPeers(target: string): Promise<readonly (readonly [name: string, started: Started])[]> {
  const { MITMDUMP, PRISM } = process.env;
  return [
    ...(MITMDUMP === undefined
      ? []
      : [
          [
            'mitmproxy',
            await startPeer(MITMDUMP, (port) => [
              ...['-q', '--mode', `reverse:${target}`, '--listen-host', '127.0.0.1', '--listen-port', port],
            ]),
          ] as const,
        ]),
    ...(PRISM === undefined
      ? []
      : [
          [
            'prism',
            await startPeer(PRISM, (port) => [
              'proxy',
              contract,
              target,
              '--host',
              '127.0.0.1',
              '--port',
              port,
            ]),
          ] as const,
        ]),
  ];
}

async function compare(ways: readonly (readonly [name: string, started: Started])[]): Promise<void> {
  for (const [name, { url }] of ways) {
    await throughput(url, 500);
    const sorted = await latencies(url);
    const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2);
    process.stdout.write(`${name}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms at ${perSecond} requests/s; `);
    process.stdout.write(`${await throughput(url, 10_000)} requests/s; ${await streams(url)}\n`);
  }
}

if (!existsSync(built)) throw new Error(`Build the program first: pnpm build. ${built} is not there.`);
const target = await node(serve, 'target');
const results = values.results === undefined ? [] : ['--results', values.results];
const own = await onOneCore(
  process.execPath,
  ...[built, 'proxy', '--base-url', target.url, '--listen', '127.0.0.1:0', ...results],
);
if (!values['memory-only']) {
  const plain = await onOneCore(
    process.execPath,
    ...['--conditions=@agent-workers/source', serve, 'plain', new URL(target.url).port],
  );
  const peers = await startPeers(target.url);
  await compare([['direct', target], ['plain node', plain], ['proxy, judged', own], ...peers]);
  for (const { child } of [plain, ...peers.map(([, one]) => one)]) child.kill();
}
const before = memoryOf(own.child, 'VmRSS');
const rate = await throughput(own.url, Number(exchanges));
process.stdout.write(
  `memory of the proxy: ${before} before, ${memoryOf(own.child, 'VmRSS')} after ${exchanges} exchanges at ${rate}/s, ${memoryOf(own.child, 'VmHWM')} at the most\n`,
);
own.child.stderr?.on('data', (piece) => process.stdout.write(`${piece}`));
own.child.kill('SIGTERM');
await new Promise((resolve) => own.child.once('exit', resolve));
target.child.kill();
agent.destroy();
