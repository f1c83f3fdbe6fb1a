/** What an instance knows of the state worker. */
import { workerData, MessagePort } from 'node:worker_threads';

export interface Rec { id: string; user_id: string; parent: string; ts: number; d: any }
const port: MessagePort = workerData.port;
const open = new Map<number, [(v: any) => void, (e: any) => void]>();
let n = 0;
let onQueue: (m: any) => void = () => {};
export const listenQueue = (fn: (m: any) => void) => void (onQueue = fn);
port.on('message', (m: any) => {
  if (m.queue) return onQueue(m.queue);
  const p = open.get(m.id);
  open.delete(m.id);
  if (!p) return;
  if (m.e !== undefined) p[1](new Error(m.e));
  else p[0](m.v);
});
export const call = (m: string, ...a: any[]): Promise<any> =>
  new Promise((res, rej) => {
    open.set(++n, [res, rej]);
    port.postMessage({ id: n, m, a });
  });

export const db = {
  q: (sql: string, ...p: any[]): Promise<any[]> => call('q', sql, p),
  rows: (sql: string, ...p: any[]): Promise<Rec[]> => call('rows', sql, p),
  get: (k: string, id: string | number): Promise<Rec | null> => call('get', k, String(id)),
  put: (k: string, id: string | number, user: string | null, parent: string | null, doc: any): Promise<Rec> =>
    call('put', k, String(id), user, parent, doc),
  set: (k: string, id: string, doc: any) => call('set', k, id, doc),
  patch: (k: string, id: string, part: any): Promise<Rec | null> => call('patch', k, id, part),
  del: (k: string, id: string) => call('del', k, id),
  byUser: (k: string, user: string): Promise<Rec[]> => call('byUser', k, user),
  byParent: (k: string, parent: string): Promise<Rec[]> => call('byParent', k, parent),
  seq: (name: string): Promise<number> => call('seq', name),
  now: (): Promise<number> => call('now'),
  tx: (...calls: [string, ...any[]][]): Promise<any[]> => call('tx', calls),
  enqueue: (kind: string, body: any, delay = 0) => call('enqueue', kind, body, delay),
  ack: (id: string) => call('ack', id),
};
export const kv = {
  get: (k: string) => call('kvGet', k),
  put: (k: string, v: any) => call('kvPut', k, v),
  del: (k: string) => call('kvDel', k),
};
export async function lock<T>(key: string, fn: () => Promise<T>): Promise<T> {
  await call('lock', key);
  try {
    return await fn();
  } finally {
    port.postMessage({ id: 0, m: 'unlock', a: [key] });
  }
}
/** nothing holds the lock: for work that is safe by itself */
export const unlocked = <T>(_key: string, fn: () => Promise<T>) => fn();
