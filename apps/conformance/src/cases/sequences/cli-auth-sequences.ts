import { alongside, call, foreign, of } from './call.ts';
import type { Call, Sequence } from './sequence.ts';

const session = { cli_auth_id: of('session', 'cli_auth_id') };
const second = { cli_auth_id: of('second', 'cli_auth_id') };
const create = call('createCliAuthSession', { name: 'session', as: 'missing' });
const attach = call('attachCliAuthJwt', { path: session, body: { jwt: { credential: 'own' } } });

function read(details: Partial<Call> = {}): Call {
  return call('consumeCliAuthJwt', { path: session, as: 'missing', ...details });
}

export const cliAuthSequences: readonly Sequence[] = [
  // The first of its operation is varied: what a session then holds is not shown.
  { id: 'command-line-login-varied', calls: [create, attach] },
  {
    id: 'command-line-login',
    calls: [
      call('createCliAuthSession'),
      create,
      alongside(create, { name: 'second' }),
      attach,
      alongside(attach, { path: second }),
      read(),
      read({ path: second }),
      read({ kind: 'refusal' }),
    ],
  },
  {
    id: 'command-line-login-of-one-who-is-known',
    calls: [create, attach, read({ as: 'own' }), read({ as: 'own', kind: 'refusal' })],
  },
  {
    id: 'command-line-login-contested',
    calls: [
      create,
      { ...attach, later: true },
      foreign(attach, 'law.session-stays-with-its-user'),
      foreign(
        call('attachCliAuthJwt', { path: session, body: { jwt: { credential: 'other' } } }),
        'law.session-stays-with-its-user',
      ),
      read(),
    ],
  },
  {
    id: 'command-line-login-raced',
    calls: [
      create,
      attach,
      read({ kind: 'refusal' }),
      read({ kind: 'refusal', alongside: true }),
      read({ kind: 'refusal', alongside: true }),
      read({ kind: 'refusal' }),
    ],
  },
];
