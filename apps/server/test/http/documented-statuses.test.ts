import type { Operation, Parameter } from '@agent-workers/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserOperationId } from '../../src/operations/contract.ts';
import { type Control, createControl } from '../helpers/control.ts';
import { type Deployment, startDeployment } from '../helpers/deployment.ts';
import { families, nameOf, operations, userOperations } from '../helpers/every-status.ts';
import { controlToken } from '../helpers/hold-jobs.ts';
import type { UserCall } from '../helpers/user-client.ts';

const built = userOperations();
const documenting = (status: string) =>
  built.filter(({ statuses }) => statuses.some((one) => one.status === status));
const idOf = ({ id }: Operation) => id as UserOperationId;

/** A request that the contract allows, as far as parameters go. */
function plausible({ pathParameters, queryParameters, body }: Operation): UserCall {
  const required = queryParameters.filter((one) => one.required);
  return {
    path: Object.fromEntries(pathParameters.map((one) => [one.name, sampleOf(one)])),
    query: Object.fromEntries(required.map((one) => [one.name, sampleOf(one)])),
    ...(body && { body: {} }),
  };
}

function sampleOf({ type, format, enum: values }: Parameter): string {
  if (values) return String(values[0]);
  if (type !== 'string') return '1';
  return format === 'uuid' ? '5a9db0c5-0000-4000-8000-000000000099' : 'text';
}

/** The same with precisely one thing wrong. */
function wrong(operation: Operation): UserCall {
  const call = plausible(operation);
  const [parameter] = operation.pathParameters;
  if (parameter) return { ...call, path: { ...call.path, [parameter.name]: wrongValue(parameter) } };
  const [query] = operation.queryParameters;
  if (query) return { ...call, query: { ...call.query, [query.name]: wrongValue(query) } };
  return { text: '{"no":' };
}

// No text is wrong for a string, but one that a database can't store.
function wrongValue({ type, format }: Parameter): string {
  return type === 'string' && format === undefined ? 'a\u0000b' : 'wrong';
}

const named = (list: Operation[], statusOf: (operation: Operation) => string) =>
  list.map((operation) => ({ operation, name: nameOf(operation, statusOf(operation)) }));

// An invalid event has a 400 of its own, and any other error of the webhook's is an invalid signature.
const isReachable = ({ id }: Operation) => id !== 'receivePaymentEvent';

function failureOf({ statuses }: Operation): string {
  return statuses.some(({ status }) => status === '500') ? '500' : '503';
}

it('no operation is left out by the files that tell of their families', () => {
  const told = Object.values(families).flat();
  expect(operations().filter(({ tag }) => !told.includes(tag))).toEqual([]);
  expect(operations()).toHaveLength(93);
});

describe('documented statuses of all operations', () => {
  let deployment: Deployment;
  let control: Control;
  beforeAll(async () => {
    deployment = await startDeployment({ controlToken });
    control = createControl(deployment);
  });
  afterAll(() => deployment.close());

  it.each(named(documenting('422').filter(isReachable), () => '422'))(
    '$name when something in the request is wrong',
    async ({ operation }) => {
      const { status, body } = await deployment.user.call(idOf(operation), wrong(operation));
      expect([status, body.detail[0]?.loc[0]]).toEqual([422, expect.stringMatching(/^(path|query|body)$/)]);
    },
  );

  it.each(named([...documenting('500'), ...documenting('503')], failureOf))(
    '$name when it fails inside',
    async ({ operation }) => {
      await control.do('PUT', `/faults/${operation.id}`, { times: 1 });
      const answer = await deployment.user.call(idOf(operation), plausible(operation));
      expect(answer.status).toBe(Number(failureOf(operation)));
      expect(answer.body).toEqual({ detail: 'Internal error.' });
    },
  );

  it('a failure ends when it is switched off', async () => {
    await control.do('PUT', '/faults/getCredits');
    await control.do('PUT', '/faults/getBilling');
    expect((await deployment.user.call('getCredits')).status).toBe(500);
    await control.do('DELETE', '/faults/getCredits');
    expect((await deployment.user.call('getCredits')).status).toBe(200);
    await control.do('DELETE', '/faults');
    expect((await deployment.user.call('getBilling')).status).toBe(200);
    expect((await control.request('PUT', '/faults/noSuchOperation')).status).toBe(404);
  });
});
