import { type Operation, operationTable } from '@agent-workers/types';
import * as contract from '@agent-workers/types/zod/user-api';
import { expect } from 'vitest';
import { z } from 'zod';
import type { UserOperationId } from '../../src/operations/contract.ts';
import { expectDescribed } from './own-document.ts';
import { reached } from './reached.ts';

/** An answer of the User API; `body` is undefined when it has none. */
export interface UserAnswer {
  status: number;
  body: ReturnType<typeof JSON.parse>;
  headers: Headers;
}

export interface UserCall {
  path?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  /** Instead of `body`: sent as it is. */
  text?: string;
  headers?: Record<string, string>;
}

/** Calls operations by their id, and holds every answer against the contract. */
export interface UserClient {
  call(id: UserOperationId, call?: UserCall): Promise<UserAnswer>;
}

/** Statuses of every API, which the contract leaves unsaid. */
const alwaysPossible = ['401', '413'];

export function createUserClient(fetch: (request: Request) => Promise<Response>, jwt?: string): UserClient {
  return {
    async call(id, call = {}) {
      const operation: Operation = operationTable[id];
      const response = await fetch(toRequest(operation, call, jwt));
      const text = await response.text();
      const answer = {
        status: response.status,
        body: text === '' ? undefined : JSON.parse(text),
        headers: response.headers,
      };
      reached.add(`${id} ${answer.status}`);
      expectDocumented(operation, answer);
      expectDescribed({ ...operation, ...answer });
      return answer;
    },
  };
}

function toRequest(operation: Operation, call: UserCall, jwt: string | undefined): Request {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(call.path?.[name])),
  );
  const query = new URLSearchParams(
    Object.entries(call.query ?? {}).map(([name, value]) => [name, String(value)]),
  );
  const body = call.text ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
  return new Request(`http://in-process${path}${query.size > 0 ? `?${query}` : ''}`, {
    method: operation.method,
    headers: {
      ...(jwt && { authorization: `Bearer ${jwt}` }),
      'content-type': 'application/json',
      ...call.headers,
    },
    ...(body !== undefined && { body }),
  });
}

function expectDocumented({ id, statuses }: Operation, { status, body }: UserAnswer): void {
  const documented = [...statuses.map((one) => one.status), ...alwaysPossible];
  expect(documented, `${id}: ${JSON.stringify(body)}`).toContain(String(status));
  const schema: unknown = Object.entries(contract).find(
    ([name]) => name.toLowerCase() === `${id}response`.toLowerCase(),
  )?.[1];
  if (status < 300 && schema instanceof z.core.$ZodType)
    expect(z.core.safeParse(schema, body)).toMatchObject({ success: true });
}
