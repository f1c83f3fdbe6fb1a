import { describe, expect, test } from 'vitest';
import { addressOf } from '../../src/exchanges/address-of.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { routeFinder } from '../../src/traffic/find-route.ts';

const { operations } = await loadSpec();
const path = { agent_id: 'a/b', run_id: 'r 1', file_id: '1' };

describe.each([
  { workers: 'https://a.example/agents', user: 'https://a.example' },
  { workers: 'https://a.example/v1/', user: 'https://a.example/v1' },
  { workers: 'https://w.example', user: 'https://u.example/api/' },
])('with the addresses $workers and $user', (addresses) => {
  const find = routeFinder(operations, addresses);

  test('the address of every operation is its own, with its values', () => {
    const values = Object.fromEntries(
      operations.flatMap(({ parameters }) =>
        parameters.filter((one) => one.in === 'path').map(({ name }) => [name, 'some value']),
      ),
    );
    const missed = operations.filter((operation) => {
      const url = addressOf(addresses[operation.api], operation.path, { ...values, ...path });
      const found = find(operation.method, `${url}?q=1`);
      return typeof found !== 'object' || found.operation !== operation;
    });
    expect(missed.map(({ id }) => id)).toEqual([]);
    const found = find('GET', addressOf(addresses.user, '/me/agents/{agent_id}', path));
    expect(found).toMatchObject({ operation: { id: 'getAgent' }, path: { agent_id: 'a/b' } });
  });

  test('what is behind neither, or none of the contract, is nothing', () => {
    expect(find('GET', 'https://elsewhere.example/me/agents')).toBe('elsewhere');
    expect(find('GET', 'data:text/plain,me')).toBe('elsewhere');
    expect(find('DELETE', `${addresses.user.replace(/\/$/, '')}/me/credits`)).toBe('no-operation');
    expect(find('GET', `${addresses.user.replace(/\/$/, '')}/me/agents//files/7`)).toBe('no-operation');
  });
});
