import { operationTable } from '@agent-workers/types/operations';
import { describe, expect, it } from 'vitest';
import { interactions } from './contracts.ts';
import { whyNotRecorded } from './not-recorded.ts';

const documented = Object.values(operationTable).flatMap(({ id, statuses }) =>
  statuses.map(({ status }) => `${id} ${status}`),
);
const recorded = new Set(interactions.map(({ operation, status }) => `${operation} ${spelled(status)}`));

describe('The statuses that the interface documents', () => {
  it('are recorded, or there is a reason why not', () => {
    const silent = documented.filter((one) => !recorded.has(one) && whyNotRecorded(one) === undefined);
    expect(silent).toEqual([]);
  });

  it('are not excused where they are recorded', () => {
    expect([...recorded].filter((one) => whyNotRecorded(one) !== undefined)).toEqual([]);
  });

  it('are all that is recorded, but for the refusal of a missing credential, whose status is not shown', () => {
    const refused = interactions
      .filter(({ status, credential }) => status === 'error' && credential === 'missing')
      .map(({ operation }) => `${operation} default`);
    const shown = [...documented, ...refused];
    expect([...recorded].filter((one) => !shown.includes(one))).toEqual([]);
  });

  it('are recorded with the credential that the interface declares', () => {
    const open = Object.values(operationTable).filter(({ security }) => security === 'none');
    const recordedOpen = new Set(
      interactions.filter(({ isOpen }) => isOpen).map(({ operation }) => operation),
    );
    expect([...recordedOpen].sort()).toEqual(open.map(({ id }) => id).sort());
  });
});

/** As the contract's table writes it: of the Workers API no statuses are shown but 409. */
function spelled(status: number | 'success' | 'error'): string {
  if (typeof status === 'number') return `${status}`;
  return status === 'success' ? '2XX' : 'default';
}
