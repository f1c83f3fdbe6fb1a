import { type Operation, operationTable } from '@agent-workers/types';
import { describe, expect, it } from 'vitest';
import { reached } from './reached.ts';

/** The families of operations by the test files that bring about their statuses; together they are all. */
export const families = {
  agents: ['user', 'api-keys', 'cli-auth', 'agents', 'agent-themes', 'agent-files', 'chats', 'studio-chats'],
  money: ['billing', 'credits', 'monetization', 'payments', 'subscriptions', 'vip'],
  tools: ['tools', 'toolsets', 'user-tools', 'bundles'],
  schedules: ['schedules'],
  agentRuns: ['agent-runs', 'executions'],
  runs: ['runs'],
};

/** 422, 500 and 503 are brought about for all operations alike, by another test. */
const elsewhere = ['422', '500', '503'];

/** Demands of the tests before it in this file that they have brought about every documented status. */
export function demandEveryStatus(group: keyof typeof families): void {
  const documented = operations()
    .filter(({ tag }) => families[group].includes(tag))
    .flatMap((operation) =>
      operation.statuses.map(({ status }) => ({ id: operation.id, status, name: nameOf(operation, status) })),
    )
    .filter(({ status }) => !elsewhere.includes(status));
  describe('documented statuses that the tests have brought about', () => {
    it.each(documented)('$name', ({ id, status }) => {
      expect([...reached]).toContain(`${id} ${status}`);
    });
  });
}

/** An operation and one of its statuses, as the interface writes them. */
export function nameOf({ api, method, path }: Operation, status: string): string {
  return `${method} ${api === 'workers' ? '{agents_url}' : ''}${path} ${status}`;
}

export function operations(): Operation[] {
  return Object.values<Operation>(operationTable);
}

export function userOperations(): Operation[] {
  return operations().filter(({ api }) => api === 'user');
}
