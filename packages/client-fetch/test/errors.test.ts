import type { HTTPValidationError } from '@agent-workers/types';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  ApiError,
  type continueRun,
  createUserClient,
  ForbiddenError,
  fetchTransport,
  getAgentRun,
  isError,
  listAgentRuns,
  NotFoundError,
  type StatusOf,
  type startRun,
  UnprocessableContentError,
} from '../src/index.ts';
import { answerWith, createTestTransport } from '../src/testing.ts';

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.fail('The call succeeded.'),
    (reason: unknown) => reason,
  );
}

const notFound = createTestTransport({ getAgentRun: answerWith(404, { detail: 'secret-4711' }) });

describe('An answer outside 2XX', () => {
  it('is told apart by operation and status', async () => {
    const error = await failureOf(getAgentRun(notFound, 'r'));
    expect(isError(error, getAgentRun, 404)).toBe(true);
    expect(isError(error, getAgentRun)).toBe(true);
    expect(isError(error, getAgentRun, 422)).toBe(false);
    expect(isError(error, listAgentRuns, 422)).toBe(false);
    expect(isError(new Error('other'), getAgentRun)).toBe(false);
  });

  it('is told apart from a client too, by its function or by the operation', async () => {
    const user = createUserClient({ transport: notFound });
    const error = await failureOf(user.agentRuns.getAgentRun('r'));
    expect(isError(error, user.agentRuns.getAgentRun, 404)).toBe(true);
    expect(isError(error, getAgentRun, 404)).toBe(true);
    expect(isError(error, user.agentRuns.listAgentRuns)).toBe(false);
  });

  it('is of the class of its status', async () => {
    const error = await failureOf(getAgentRun(notFound, 'r'));
    expect(error instanceof ApiError && error instanceof NotFoundError).toBe(true);
    expect(error instanceof ForbiddenError).toBe(false);
    if (error instanceof NotFoundError) expectTypeOf(error.status).toEqualTypeOf<404>();
  });

  it('keeps its body out of the message', async () => {
    const error = await failureOf(getAgentRun(notFound, 'r'));
    expect(error).toMatchObject({ body: { detail: 'secret-4711' } });
    expect(`${error}${error instanceof Error ? error.stack : ''}`).not.toContain('4711');
  });

  it('has the body of a validation error as far as the interface shows it', async () => {
    const transport = createTestTransport({ listAgentRuns: answerWith(422, { detail: [] }) });
    const error = await failureOf(listAgentRuns(transport, { limit: -1 }));
    if (!isError(error, listAgentRuns, 422)) throw error;
    expect(error instanceof UnprocessableContentError).toBe(true);
    expectTypeOf(error.body).toEqualTypeOf<HTTPValidationError | string | undefined>();
    expect(error.body).toEqual({ detail: [] });
  });

  it('gives the request id where one was sent', async () => {
    const headers = { 'x-request-id': 'req-1' };
    const transport = createTestTransport({ getAgentRun: answerWith(500, undefined, headers) });
    expect(await failureOf(getAgentRun(transport, 'r'))).toMatchObject({
      requestId: 'req-1',
      body: undefined,
    });
  });

  it('is narrowed only to statuses that the operation documents', () => {
    expectTypeOf<StatusOf<typeof getAgentRun>>().toEqualTypeOf<404 | 422 | 500>();
    expectTypeOf<StatusOf<typeof listAgentRuns>>().toEqualTypeOf<422 | 500>();
    expectTypeOf<StatusOf<typeof continueRun>>().toEqualTypeOf<409>();
    expectTypeOf<StatusOf<typeof startRun>>().toEqualTypeOf<never>();
    expect(isError(undefined, getAgentRun, 404)).toBe(false);
  });

  it('never shows the credential, in whatever way it is printed', async () => {
    const transport = fetchTransport({
      baseUrl: 'http://host',
      jwt: 'top-secret',
      fetch: async () => new Response('', { status: 401 }),
    });
    const error = await failureOf(getAgentRun(transport, 'r'));
    const { inspect } = await import('node:util');
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('top-secret');
  });
});
