import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import type { IsolationMeasure } from '../../src/agents/interpreter/isolation/measures.ts';

/** The process that a chain of wrappers ends with. */
export function lastChildOf(pid: number): number {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  return child ? lastChildOf(Number(child)) : pid;
}

/** What the kernel says of a process, by the name of the measure that claims it. */
export function factsOf(
  pid: number,
): Record<Exclude<IsolationMeasure, 'node-permissions' | 'no-network'>, boolean> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';
  const isApart = (kind: string) =>
    readlinkSync(`/proc/${pid}/ns/${kind}`) !== readlinkSync(`/proc/self/ns/${kind}`);
  const limits = readFileSync(`/proc/${pid}/limits`, 'utf8');
  return {
    'own-user': field('Uid')
      .split('\t')
      .every((id) => Number(id) !== process.getuid?.()),
    'no-new-privileges': field('NoNewPrivs') === '1',
    namespaces: ['pid', 'net', 'ipc', 'user'].every(isApart),
    'own-files': isApart('mnt') && !existsSync(`/proc/${pid}/root/etc`),
    'system-calls': field('Seccomp') === '2',
    'resource-limits': /Max data size\s+1610612736\b/.test(limits),
  };
}

/** Where the open files of a process end. */
export function openFilesOf(pid: number, descriptors: readonly number[]): (string | undefined)[] {
  return descriptors.map((descriptor) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${descriptor}`);
    } catch {
      return undefined;
    }
  });
}
