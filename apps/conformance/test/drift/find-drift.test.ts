import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { findDrift } from '../../src/drift/find-drift.ts';
import type { DescribedOperation } from '../../src/spec/description.ts';
import { readDescription } from '../../src/spec/read-description.ts';

let contract: readonly DescribedOperation[];
beforeAll(async () => {
  contract = await readDescription(fileURLToPath(import.meta.resolve('@agent-workers/spec/user-api.yaml')));
});

/** The contract as a deployment describes it, with one operation changed. */
function describedWith(
  method: string,
  path: string,
  change: (operation: DescribedOperation) => Partial<DescribedOperation>,
): DescribedOperation[] {
  return contract.map((one) =>
    one.method === method && one.path === path ? { ...one, ...change(one) } : one,
  );
}

const drifts = (described: readonly DescribedOperation[]) =>
  findDrift(contract, described).drifts.map(({ level, kind, operation, described: found }) => [
    level,
    kind,
    operation,
    found,
  ]);

test('a description that is the contract has no drift', () => {
  expect(findDrift(contract, contract)).toEqual({ compared: 88, drifts: [] });
});

test('whatever stands before the paths, and whatever the parameters are called, is the deployment’s own affair', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('', '/v1', '/api/platform'),
      fc.stringMatching(/^[a-z]{1,8}$/),
      (prefix, name) => {
        const renamed = contract.map((one) => ({
          ...one,
          path: prefix + one.path.replaceAll(/\{(\w+)\}/g, `{${name}_$1}`),
          parameters: one.parameters.map((parameter) =>
            parameter.in === 'path' ? { ...parameter, name: `${name}_${parameter.name}` } : parameter,
          ),
        }));
        expect(findDrift(contract, renamed)).toEqual({ compared: 88, drifts: [] });
      },
    ),
  );
});

test('an operation, a status or a parameter that is missing is drift', () => {
  const bundles = '/me/bundles/{bundle_id}';
  expect(drifts(contract.filter(({ path, method }) => !(path === bundles && method === 'PUT')))).toEqual([
    ['drift', 'operation', `PUT ${bundles}`, 'nothing'],
  ]);
  const without404 = describedWith('GET', bundles, ({ statuses }) => ({
    statuses: statuses.filter((one) => one !== '404'),
  }));
  expect(drifts(without404)).toEqual([
    ['drift', 'status', `GET ${bundles}`, expect.stringContaining('only 200')],
  ]);
  expect(drifts(describedWith('GET', '/me/agent-runs', () => ({ parameters: [] })))).toEqual([
    ['drift', 'parameter', 'GET /me/agent-runs', 'no such parameter'],
    ['drift', 'parameter', 'GET /me/agent-runs', 'no such parameter'],
  ]);
});

test('a range of statuses covers the ones in it, and a missing server error is a note', () => {
  const path = '/me/bundles/{bundle_id}';
  expect(drifts(describedWith('GET', path, () => ({ statuses: ['2XX', '4XX', 'default'] })))).toEqual([]);
  expect(drifts(describedWith('GET', path, () => ({ statuses: ['200', '404', '422'] })))).toEqual([
    ['note', 'status', `GET ${path}`, 'only 200, 404, 422'],
  ]);
});

describe('a parameter', () => {
  const path = '/me/tools/search';
  const changed = (name: string, change: object) =>
    drifts(
      describedWith('GET', path, ({ parameters }) => ({
        parameters: parameters.map((one) => (one.name === name ? { ...one, ...change } : one)),
      })),
    ).map(([level, kind, , found]) => [level, kind, found]);

  test.each([
    ['limit', { bounds: { minimum: 1, maximum: 500 } }, ['drift', 'bound', 'limit maximum 500']],
    ['limit', { bounds: { minimum: 1 } }, ['drift', 'bound', 'limit maximum not given']],
    ['limit', { default: 50 }, ['drift', 'default', 'limit default 50']],
    ['limit', { types: ['string'] }, ['drift', 'parameter', 'of type string']],
    ['q', { required: false }, ['drift', 'parameter', 'q is optional']],
  ])('%s with %o is drift', (name, change, drift) => {
    expect(changed(name, change)).toEqual([drift]);
  });

  test('that may be null, or is a number where an integer is enough, is no difference', () => {
    expect(changed('limit', { types: ['number', 'null'] })).toEqual([]);
  });

  test('that is new and required breaks requests by the contract', () => {
    const tenant = {
      name: 'tenant',
      in: 'query',
      required: true,
      types: ['string'],
      format: undefined,
      bounds: {},
      default: undefined,
    };
    const found = drifts(
      describedWith('GET', path, ({ parameters }) => ({ parameters: [...parameters, tenant] })),
    );
    expect(found).toEqual([
      ['drift', 'parameter', `GET ${path}`, expect.stringContaining('tenant is required')],
    ]);
    const optional = { ...tenant, required: false };
    expect(
      drifts(describedWith('GET', path, ({ parameters }) => ({ parameters: [...parameters, optional] }))),
    ).toEqual([]);
  });
});

test('a credential where none is declared, or none where one is, is drift', () => {
  expect(drifts(describedWith('GET', '/me/tools', () => ({ secured: true })))).toEqual([
    ['drift', 'security', 'GET /me/tools', 'a bearer credential'],
  ]);
  expect(drifts(describedWith('GET', '/me/bundles', () => ({ secured: false })))).toEqual([
    ['drift', 'security', 'GET /me/bundles', 'no credential'],
  ]);
});

test('what a deployment describes beyond the contract is no drift', () => {
  fc.assert(
    fc.property(fc.constantFrom(...contract), fc.stringMatching(/^[4][0-9]{2}$/), (one, status) => {
      const described = describedWith(one.method, one.path, ({ statuses }) => ({
        statuses: [...statuses, status],
      }));
      expect(drifts([...described, { ...one, path: '/me/more/of/it' }])).toEqual([]);
    }),
  );
});
