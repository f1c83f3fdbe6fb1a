import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** In megabytes. */
export interface Memory {
  heap: number;
  resident: number;
}

/** What a host says when it listens. */
export interface Listening {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}

/** Starts a host whose memory can be asked for. */
export async function startHost(
  file: string,
  kind = '',
): Promise<{ host: ChildProcess; listening: Listening }> {
  const host = fork(join(import.meta.dirname, file), [kind], {
    execArgv: ['--expose-gc', '--conditions=@agent-workers/source'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [listening]: [Listening] = (await once(host, 'message')) as [Listening];
  return { host, listening };
}

/** What a host takes, after a garbage collection. */
export async function weigh(host: ChildProcess): Promise<Memory> {
  host.send('weigh');
  const [memory]: [Memory] = (await once(host, 'message')) as [Memory];
  return memory;
}
