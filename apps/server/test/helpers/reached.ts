import { type Operation, operationTable } from '@agent-workers/types';

/** The statuses that were answered so far in this test file, by operation. */
export const reached = new Set<string>();

/** Notes an answer of the Workers API, whose contract tells 409 from success and all else. */
export function noteWorkersAnswer(method: string, path: string, status: number): void {
  const shape = path
    .replace(/\?.*/, '')
    .split('/')
    .filter((part) => part !== '');
  const operation = Object.values<Operation>(operationTable).find(
    (one) => one.api === 'workers' && one.method === method && hasShape(one.path, shape),
  );
  if (operation) reached.add(`${operation.id} ${documentedAs(operation, status)}`);
}

function hasShape(path: string, parts: readonly string[]): boolean {
  const wanted = path.split('/').filter((part) => part !== '');
  const isNdjson = (list: readonly string[]) => list[0] === 'ndjson';
  return wanted.length === parts.length && isNdjson(wanted) === isNdjson(parts);
}

function documentedAs({ statuses }: Operation, status: number): string {
  if (status < 300) return '2XX';
  return statuses.some((one) => one.status === String(status)) ? String(status) : 'default';
}
