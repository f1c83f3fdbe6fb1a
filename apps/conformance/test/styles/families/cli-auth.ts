import { randomUUID } from 'node:crypto';
import { type Answer, type Call, notFound, ok, type Route, refuse } from '../route.ts';
import type { Session } from '../store.ts';

export const cliAuthRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/me/cli-auth',
    open: true,
    answer: 'CliAuthModel',
    statuses: [503],
    handle: ({ store }) => {
      const session: Session = {
        cli_auth_id: randomUUID(),
        jwt: undefined,
        attached: false,
        read: false,
        owner: '',
        created_at: store.now(),
      };
      store.sessions.set(session.cli_auth_id, session);
      return ok({ ...session });
    },
  },
  {
    method: 'PUT',
    path: '/me/cli-auth/{cli_auth_id}',
    ids: { cli_auth_id: 'uuid' },
    input: 'CliAuthInsertModel',
    answer: 'CliAuthModel',
    statuses: [403, 404, 503],
    handle: (call) => onSession(call, call.path.cli_auth_id, (session) => attach(call, session)),
  },
  {
    method: 'GET',
    path: '/me/cli-auth/{auth_id}',
    ids: { auth_id: 'uuid' },
    open: true,
    statuses: [404, 503],
    handle: (call) => onSession(call, call.path.auth_id, (session) => read(call, session)),
  },
];

function onSession({ store }: Call, id: string | undefined, then: (session: Session) => Answer): Answer {
  const session = store.sessions.get(id?.toLowerCase() ?? '');
  return session === undefined ? notFound('session') : then(session);
}

function attach({ style, store, user, body, headers }: Call, session: Session): Answer {
  const { takes, attachTwice } = style.choices.cliAuth;
  const jwt = `${body.fields.jwt}`;
  if (takes === 'own token' && headers.get('authorization') !== `Bearer ${jwt}`) {
    return refuse(403, 'Not your token');
  }
  const isRefused = session.attached && (attachTwice === 403 || session.owner !== user.id);
  if (isRefused || session.read) return refuse(403, 'A token is attached already');
  const attached: Session = { ...session, jwt, attached: true, owner: user.id };
  store.sessions.set(session.cli_auth_id, attached);
  return ok({ cli_auth_id: session.cli_auth_id });
}

function read({ style, store }: Call, session: Session): Answer {
  if (session.read) {
    return style.choices.cliAuth.afterRead === 404 ? notFound('session') : { status: 200, plain: null };
  }
  if (session.jwt === undefined) return { status: 200, plain: null };
  store.sessions.set(session.cli_auth_id, { ...session, jwt: undefined, read: true });
  return { status: 200, plain: session.jwt };
}
