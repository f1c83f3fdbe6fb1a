import {
  attachCliAuthJwt,
  consumeCliAuthJwt,
  createApiKey,
  createCliAuthSession,
  deleteApiKey,
  getApiKey,
  getCurrentUser,
  getDefaultApiKey,
  getVipRedemptionCount,
  listApiKeys,
  redeemVipCode,
} from '../../../src/index.ts';
import { loginSession, someRecords, token } from '../answers.ts';
import { misses, refuses, succeeds } from '../cases.ts';
import { exampleCredential, examples } from '../examples.ts';
import type { Contract } from '../interaction.ts';

const { api_key_id, cli_auth_id } = examples;
const jwt = { jwt: exampleCredential };
const code = { code: '${code}' };

export const account: Contract[] = [
  {
    source: getCurrentUser,
    request: 'GET /me/',
    call: (transport) => getCurrentUser(transport),
    cases: [succeeds()],
  },
  {
    source: listApiKeys,
    request: 'GET /me/api-keys',
    call: (transport) => listApiKeys(transport),
    cases: [succeeds(['an API key'], { answer: someRecords })],
  },
  {
    source: createApiKey,
    request: 'POST /me/api-keys',
    call: (transport, { body }) => createApiKey(transport, body),
    cases: [succeeds([], { body: {} })],
  },
  {
    source: getDefaultApiKey,
    request: 'GET /me/api-keys/default',
    call: (transport) => getDefaultApiKey(transport),
    cases: [succeeds()],
  },
  {
    source: getApiKey,
    request: 'GET /me/api-keys/{api_key_id}',
    call: (transport) => getApiKey(transport, api_key_id),
    cases: [succeeds(['an API key']), misses('api_key_id')],
  },
  {
    source: deleteApiKey,
    request: 'DELETE /me/api-keys/{api_key_id}',
    call: (transport) => deleteApiKey(transport, api_key_id),
    cases: [succeeds(['an API key']), misses('api_key_id')],
  },
  {
    source: createCliAuthSession,
    request: 'POST /me/cli-auth',
    isOpen: true,
    call: (transport) => createCliAuthSession(transport),
    cases: [succeeds([], { answer: loginSession })],
  },
  {
    source: attachCliAuthJwt,
    request: 'PUT /me/cli-auth/{cli_auth_id}',
    call: (transport, { body }) => attachCliAuthJwt(transport, cli_auth_id, body),
    cases: [
      succeeds(['a command-line login'], { body: jwt }),
      refuses(403, ['a command-line login of another user'], { body: jwt }),
      misses('cli_auth_id', { body: jwt }),
    ],
  },
  {
    source: consumeCliAuthJwt,
    request: 'GET /me/cli-auth/{cli_auth_id}',
    isOpen: true,
    call: (transport) => consumeCliAuthJwt(transport, cli_auth_id),
    cases: [succeeds(['a command-line login with a JWT'], { answer: token }), misses('cli_auth_id')],
  },
  {
    source: getVipRedemptionCount,
    request: 'GET /me/vip',
    call: (transport) => getVipRedemptionCount(transport),
    cases: [succeeds()],
  },
  {
    source: redeemVipCode,
    request: 'POST /me/vip',
    call: (transport, { body }) => redeemVipCode(transport, body),
    cases: [
      succeeds(['a VIP code'], { body: code }),
      refuses(400, ['a VIP code of the caller'], { or: [422], body: code }),
      refuses(400, ['a VIP code that the caller has redeemed'], { or: [422], body: code }),
      refuses(400, [], { or: [422], when: 'with an unknown code', body: { code: 'NO-SUCH-CODE' } }),
    ],
  },
];
