import { channel } from 'node:diagnostics_channel';
import { operationSchemas } from '@agent-workers/types/zod/operations';
import { describe, expect, it, vi } from 'vitest';
import {
  type AttemptRecord,
  type ContractViolation,
  getAgentRun,
  getRunMessages,
  logAttempts,
  type Middleware,
  searchTools,
  withMiddleware,
  withTracing,
  withValidation,
} from '../src/index.ts';
import { traceChannel } from '../src/node.ts';
import { answerWith, createTestTransport } from '../src/testing.ts';

const id = '00000000-0000-4000-8000-000000000001';

describe('Middleware', () => {
  it('stands around the transport, the first outermost', async () => {
    const order: string[] = [];
    const named =
      (name: string): Middleware =>
      async (request, next) => {
        order.push(`${name} before ${request.operation}`);
        const response = await next(request);
        order.push(`${name} after`);
        return response;
      };
    await getAgentRun(withMiddleware(createTestTransport(), named('outer'), named('inner')), id);
    expect(order).toEqual([
      'outer before getAgentRun',
      'inner before getAgentRun',
      'inner after',
      'outer after',
    ]);
  });

  it('fails with an error of its own unchanged', async () => {
    const failing = withMiddleware(createTestTransport(), async () => Promise.reject(new RangeError('mine')));
    await expect(getAgentRun(failing, id)).rejects.toThrow(RangeError);
  });

  it('may answer by itself', async () => {
    const transport = createTestTransport();
    const cached = withMiddleware(transport, async () => Response.json({ run_id: 'cached' }));
    expect(await getAgentRun(cached, id)).toEqual({ run_id: 'cached' });
    expect(transport.requests).toEqual([]);
  });
});

describe('Tracing', () => {
  it('runs a call within a span that knows operation, route and status, and no identifier', async () => {
    const spans: unknown[] = [];
    const transport = withTracing(createTestTransport(), async (run, trace) => {
      const response = await run();
      spans.push({ ...trace });
      return response;
    });
    await getAgentRun(transport, id);
    const route = '/me/agent-runs/{run_id}';
    expect(spans).toEqual([{ operation: 'getAgentRun', api: 'user', method: 'GET', route, status: 200 }]);
  });

  it('publishes on a diagnostics channel of Node', async () => {
    const ended = vi.fn();
    channel('tracing:agent-workers.test:asyncEnd').subscribe(ended);
    await getAgentRun(withTracing(createTestTransport(), traceChannel('agent-workers.test')), id);
    expect(ended).toHaveBeenCalledOnce();
    expect(ended.mock.calls[0]?.[0]).toMatchObject({ operation: 'getAgentRun', status: 200 });
  });
});

describe('A log of attempts', () => {
  it('has operation, status and request id, and neither secret, identifier nor body', async () => {
    const records: [string, string, AttemptRecord][] = [];
    const note = (level: string) => (message: string, fields: object) =>
      void records.push([level, message, fields as AttemptRecord]);
    const answers = {
      getAgentRun: answerWith(404, { detail: 'private' }, { 'x-request-id': 'req-1' }),
    };
    const log = logAttempts({ debug: note('debug'), warn: note('warn') });
    const headers = { authorization: 'Bearer top-secret' };
    await getAgentRun(withMiddleware(createTestTransport(answers), log), id, { headers }).catch(
      () => undefined,
    );
    expect(records).toMatchObject([
      ['warn', 'getAgentRun was answered with 404', { attempt: 1, status: 404, requestId: 'req-1' }],
    ]);
    expect(JSON.stringify(records)).not.toMatch(/top-secret|private|00000000-/);
    expect(records[0]?.[2].headers).toEqual({ accept: 'application/json', authorization: '[redacted]' });
  });

  it('says that no answer came', async () => {
    const warn = vi.fn();
    const broken = withMiddleware(
      async () => Promise.reject(new TypeError('fetch failed')),
      logAttempts({ debug: warn, warn }),
    );
    await getAgentRun(broken, id).catch(() => undefined);
    expect(warn).toHaveBeenCalledWith(
      'getAgentRun got no answer',
      expect.objectContaining({ error: 'TypeError' }),
    );
  });
});

describe('Validation', () => {
  const broken = createTestTransport({ getRunMessages: answerWith(200, [{ role: 'user', content: 5 }]) });

  it('ends a call whose answer breaks the contract, without quoting it', async () => {
    const strict = withValidation(broken, { schemas: operationSchemas });
    const error = await getRunMessages(strict, id, id).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: 'ContractViolationError',
      operation: 'getRunMessages',
      part: 'answer',
    });
    expect(error).toMatchObject({ issues: [{ path: [0, 'content'] }] });
  });

  it('holds path, query and body to the contract before anything is sent', async () => {
    const transport = createTestTransport();
    const strict = withValidation(transport, { schemas: operationSchemas });
    await expect(searchTools(strict, { q: '' })).rejects.toMatchObject({ part: 'query' });
    await expect(getAgentRun(strict, 'no-guid')).rejects.toMatchObject({ part: 'parameters' });
    expect(transport.requests).toEqual([]);
  });

  it('reports instead where a report is asked for, and never breaks the call', async () => {
    const violations: ContractViolation[] = [];
    const report = (violation: ContractViolation) => {
      violations.push(violation);
      throw new Error('a report that fails');
    };
    const lenient = withValidation(broken, { schemas: operationSchemas, report });
    expect(await getRunMessages(lenient, id, id)).toEqual([{ role: 'user', content: 5 }]);
    expect(violations).toMatchObject([{ operation: 'getRunMessages', part: 'answer' }]);
  });

  it('leaves what conforms, and what is no JSON, as it is', async () => {
    const strict = withValidation(createTestTransport(), { schemas: operationSchemas });
    expect(await getAgentRun(strict, id)).toEqual({ run_id: id });
    const page = withValidation(async () => new Response('<html>'), { schemas: operationSchemas });
    await expect(getAgentRun(page, id)).rejects.toMatchObject({
      name: 'ResponseFormatError',
      start: '<html>',
    });
  });
});
