import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from '@agent-workers/test-deployment/start-server-process';
import { atMost, type Figure } from './figure.ts';
import { withEmbeddedServer } from './with-servers.ts';

const uploads = 5;
const megabyte = 1024 * 1024;
const size = 24 * megabyte;
const lookEveryMilliseconds = 50;

/** Memory that five uploads at once of 24 MiB each take at the most. Budget: 200 MB. */
export async function measureUploads(): Promise<Figure[]> {
  return await withEmbeddedServer(async (server) => {
    await install(server);
    const places = await Promise.all(Array.from({ length: uploads }, () => requestUpload(server)));
    const before = resident(server);
    let peak = before;
    let isOver = false;
    const watching = (async () => {
      for (; !isOver; await pause(lookEveryMilliseconds)) peak = Math.max(peak, resident(server));
    })();
    const began = performance.now();
    await Promise.all(places.map(upload));
    const seconds = (performance.now() - began) / 1_000;
    isOver = true;
    await watching;
    const text = `${uploads} uploads of ${size / megabyte} MiB at once: ${(peak - before).toFixed(0)} MB more than before, stored in ${seconds.toFixed(1)} s`;
    return [{ text, budget: atMost({ value: peak - before, limit: 200, unit: ' MB' }) }];
  });
}

/** In megabytes; NaN where there's no /proc. */
function resident({ child }: ServerProcess): number {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

async function post({ ready }: ServerProcess, path: string, body: object) {
  const response = await fetch(`${ready.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ready.credentials.jwt}` },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`);
  return Object(await response.json());
}

const install = (server: ServerProcess) =>
  post(server, '/me/user-tools', { tool_id: 'NOTIFIER_UPLOAD_REQUEST' });

async function requestUpload(server: ServerProcess): Promise<string> {
  const file = { file_name: 'large.txt', file_type: 'text/plain' };
  const { structuredContent } = await post(server, '/me/tools/run/NOTIFIER_UPLOAD_REQUEST', file);
  return structuredContent.upload_url;
}

async function upload(url: string): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(size)]), 'large.txt');
  const { status } = await fetch(url, { method: 'POST', body: form });
  if (status !== 204) throw new Error(`An upload was answered with ${status}.`);
}
