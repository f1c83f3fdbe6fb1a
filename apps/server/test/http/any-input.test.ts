import type { Operation, Parameter } from '@agent-workers/types';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserOperationId } from '../../src/operations/contract.ts';
import { type Deployment, startDeployment } from '../helpers/deployment.ts';
import { userOperations } from '../helpers/every-status.ts';

/** Names of members that some operation reads, so that generated bodies get past the first look. */
const memberNames = [
  ...['agent_id', 'chat_id', 'chat_prompt', 'name', 'visibility', 'vanity_slug', 'description', 'title'],
  ...['position', 'positions', 'file_id', 'content', 'theme_color', 'run_id', 'jwt', 'subscription_price'],
  ...['code', 'cron', 'tool_id', 'tools', 'credits', 'topic', 'success_url', 'time_zone', 'message'],
];

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', 'private', 'public', '#12ab34', '* * * * *', '5a9db0c5-0000-4000-8000-000000000001'),
  fc.uuid(),
);
const scalar = fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const { value: member } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, scalar, fc.array(tie('value'), { maxLength: 3 }), tie('object')),
  object: fc.dictionary(fc.constantFrom(...memberNames), tie('value'), { maxKeys: 4 }),
}));
const body = fc.oneof(
  { weight: 5, arbitrary: fc.dictionary(fc.constantFrom(...memberNames), member, { maxKeys: 6 }) },
  { weight: 1, arbitrary: member },
);

function parameterText({ type, format }: Parameter): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.oneof(fc.uuid(), text);
  return type === 'string' ? text : fc.oneof(fc.integer().map(String), text);
}

function values(parameters: readonly Parameter[]) {
  return fc.record(Object.fromEntries(parameters.map((one) => [one.name, parameterText(one)])));
}

const request = fc.constantFrom(...userOperations()).chain((operation: Operation) =>
  fc.record({
    id: fc.constant(operation.id as UserOperationId),
    call: fc.record({
      path: values(operation.pathParameters),
      query: values(operation.queryParameters),
      ...(operation.body && { body }),
    }),
  }),
);

describe('whatever a request holds', () => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await startDeployment();
  });
  afterAll(() => deployment.close());

  it('its answer has a documented status and fits the contract, and nothing fails inside', async () => {
    await fc.assert(
      fc.asyncProperty(request, fc.boolean(), async ({ id, call }, isSandbox) => {
        // These would make another address, or none.
        fc.pre(Object.values({ ...call.path, ...call.query }).every((one) => one.isWellFormed()));
        fc.pre(!Object.values(call.path).some((one) => /^\.{0,2}$/.test(one)));
        await (isSandbox ? deployment.sandboxUser : deployment.user).call(id, call);
        expect(deployment.reports).toEqual([]);
      }),
      { numRuns: 600 },
    );
  });
});
