import { expect, test } from 'vitest';
import { calls, type Given, verdictOfLaw } from './judge-law.ts';

const id = '5a1c0000-0000-4000-8000-000000000010';
const path = `/me/user-tools/${id}`;
const installed = { family: 'installed tool', certain: true, wrote: {}, shows: {} } as const;

function install(identity: 'own' | 'other'): Given {
  const resource = { ...installed, act: 'create', id } as const;
  return {
    operation: 'installTool',
    identity,
    path: '/me/user-tools',
    sent: { id },
    body: `{"id":"${id}"}`,
    resource,
  };
}

function uninstall(identity: 'own' | 'other', status: number): Given {
  return {
    operation: 'uninstallTool',
    identity,
    path,
    status,
    resource: { ...installed, act: 'remove', id },
  };
}

/** The list of the first one's tools, which still has it. */
const list: Given = {
  operation: 'listUserTools',
  path: '/me/user-tools',
  body: `[{"id":"${id}"}]`,
  resource: { ...installed, act: 'list', listed: [id] },
};

test('what its user has removed is to be gone', () => {
  const exchanges = calls(install('own'), uninstall('own', 200), list);
  expect(verdictOfLaw('law.removed-is-gone', exchanges)).toBe('failed');
});

test('a tool that two have installed is removed by each for oneself', () => {
  const exchanges = calls(
    install('own'),
    uninstall('own', 504),
    install('other'),
    uninstall('other', 200),
    list,
  );
  expect(verdictOfLaw('law.removed-is-gone', exchanges)).not.toBe('failed');
});
