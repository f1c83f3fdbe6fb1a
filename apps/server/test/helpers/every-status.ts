import { type Operation, operationTable } from '@agent-workers/types';
import { expect, it } from 'vitest';
import { reached } from './user-client.ts';

/** 422, 500 and 503 are brought about for all operations alike, by another test. */
const elsewhere = ['422', '500', '503'];

/**
 * Demands of the tests before it in this file that they have brought about every documented status of the
 * families' operations. `never` holds, with a reason, what can't come about here.
 */
export function demandEveryStatus(
  families: readonly string[],
  never: Readonly<Record<string, string>> = {},
): void {
  it(`reaches every documented status of ${families.join(', ')}`, () => {
    const documented = userOperations()
      .filter(({ tag }) => families.includes(tag))
      .flatMap(({ id, statuses }) =>
        statuses.filter(({ status }) => !elsewhere.includes(status)).map(({ status }) => `${id} ${status}`),
      );
    const missing = documented.filter((one) => !reached.has(one));
    expect(missing).toEqual(Object.keys(never));
  });
}

export function userOperations(): Operation[] {
  return Object.values<Operation>(operationTable).filter(({ api }) => api === 'user');
}
