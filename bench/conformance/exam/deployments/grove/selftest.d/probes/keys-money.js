// User API: API keys, billing, credits, payments.

import assert from 'node:assert/strict';
import { u } from '../operations.js';
import { implied, stated } from '../fault.js';

const LIST = u('GET /me/api-keys');
const CREATE = u('POST /me/api-keys');
const DEFAULT = u('GET /me/api-keys/default');
const GET = u('GET /me/api-keys/{api_key_id}');
const DELETE = u('DELETE /me/api-keys/{api_key_id}');
const BILLING = u('GET /me/billing');
const CREDITS = u('GET /me/credits');
const USE = u('POST /me/credits/use');
const WEBHOOK = u('POST /me/payments/webhook');
const SESSIONS = u('POST /me/payments/sessions');
const KEY = '| API key | api_key_id | integer | A hidden variant omits the key value; one key is the default key |';
const BALANCE = 'Balance of agent execution credits; can be used';
const WEBHOOK_ROW = '400 missing signature or invalid event';

const path = (key) => `/me/api-keys/${key.id}`;
const newKey = (d, as = 'ana') => d.must(200, 'POST', '/me/api-keys', { as, body: { label: 'probe' } });
const left = async (d) => (await d.get('/me/credits')).left;

function deliver(d, { signature, body = d.fixtures.webhook.body, token = '' } = {}) {
  const { signatureHeader, validSignature } = d.fixtures.webhook;
  const headers = signature === null ? {} : { [signatureHeader]: signature ?? validSignature };
  return d.ask('POST', '/me/payments/webhook', { as: null, token, raw: body, headers: { 'content-type': 'application/json', ...headers } });
}

export default [
  stated('keys-list-shows-secrets', 'sequence', LIST, 'A hidden variant omits the key value; one key is the default key',
    'The list has the values of the keys in it.',
    async (d) => {
      const key = await newKey(d);
      assert.ok(!(await d.ask('GET', '/me/api-keys')).text.includes(key.secret));
    }),

  stated('key-delete-shows-secret', 'sequence', DELETE, '| DELETE | /me/api-keys/{api_key_id} | api_key_id integer | 200 ApiKeyHidden | 404; 500 |',
    'The answer to DELETE has the value of the key in it.',
    async (d) => {
      const key = await newKey(d);
      assert.ok(!(await d.ask('DELETE', path(key))).text.includes(key.secret));
    }),

  stated('keys-two-defaults', 'sequence', [CREATE, LIST], 'A hidden variant omits the key value; one key is the default key',
    'Each new key is marked as the default key, and the earlier one stays so.',
    async (d) => {
      await newKey(d);
      assert.equal((await d.get('/me/api-keys')).filter((key) => key.main).length, 1);
    }),

  implied('keys-race-same-id', 'timing', CREATE, KEY,
    'The number of a new key is taken some time before it is used: two keys that are made at the same time have the same, and the first is lost.',
    async (d) => {
      const [one, other] = await Promise.all([newKey(d), newKey(d)]);
      assert.notEqual(one.id, other.id);
    }),

  implied('key-create-answers-other-secret', 'sequence', CREATE, '| POST | /me/api-keys | body ApiKeyCreate | 200 ApiKey | 500 |',
    'The value in the answer is not the one that is stored: the key does not work.',
    async (d) => {
      const key = await newKey(d);
      assert.equal((await d.get(path(key))).secret, key.secret);
    }),

  implied('key-of-others', 'sequence', GET, '| GET | /me/api-keys/{api_key_id} | api_key_id integer | 200 ApiKey | 404; 500 |',
    'Any user gets the API key of another by its number, with the value.',
    async (d) => {
      const key = await newKey(d);
      assert.ok(!(await d.ask('GET', path(key), { as: 'ben' })).text.includes(key.secret));
    }),

  implied('key-delete-by-others', 'sequence', DELETE, '| DELETE | /me/api-keys/{api_key_id} | api_key_id integer | 200 ApiKeyHidden | 404; 500 |',
    'Any user can delete the API key of another.',
    async (d) => {
      const key = await newKey(d);
      await d.ask('DELETE', path(key), { as: 'ben' });
      assert.equal((await d.ask('GET', path(key))).status, 200);
    }),

  stated('key-id-as-text', 'request', [LIST, CREATE, DEFAULT, GET, DELETE], KEY,
    'The ids of API keys are strings of digits instead of integers.',
    async (d) => assert.ok(Number.isInteger((await d.get('/me/api-keys'))[0].id))),

  stated('key-get-hides-secret', 'sequence', GET, '| GET | /me/api-keys/{api_key_id} | api_key_id integer | 200 ApiKey | 404; 500 |',
    'The answer is the hidden variant, without the value of the key.',
    async (d) => {
      const key = await newKey(d);
      assert.equal((await d.get(path(key))).secret, key.secret);
    }),

  stated('key-unknown-500', 'request', GET, '| GET | /me/api-keys/{api_key_id} | api_key_id integer | 200 ApiKey | 404; 500 |',
    'A key that does not exist crashes the endpoint: 500 instead of 404.',
    async (d) => assert.equal((await d.ask('GET', path({ id: 987654 }))).status, 404)),

  implied('key-default-makes-new', 'sequence', DEFAULT, 'A hidden variant omits the key value; one key is the default key',
    'Each read of the default key makes a new one.',
    async (d) => assert.equal((await d.get('/me/api-keys/default')).id, (await d.get('/me/api-keys/default')).id)),

  stated('key-default-shadowed', 'request', DEFAULT, '| GET | /me/api-keys/default | none | 200 ApiKey | 500 |',
    'The path is taken for that of the key with the id "default": 422.',
    async (d) => assert.equal((await d.ask('GET', '/me/api-keys/default')).status, 200)),

  implied('billing-sandbox-500', 'request', BILLING, '| GET | /me/billing | none | 200 BillingInformationSubscription | 500 |',
    'For a user without a paid plan, as in the sandbox tier, billing crashes: 500.',
    async (d) => assert.equal((await d.ask('GET', '/me/billing', { as: 'sol' })).status, 200)),

  stated('billing-without-token', 'request', BILLING, 'Endpoints marked (no auth declared) list no security requirement; all others require a bearer credential.',
    'Without a token one gets the billing of the first user.',
    async (d) => assert.ok([401, 403].includes((await d.ask('GET', '/me/billing', { as: null })).status))),

  implied('credits-get-spends', 'sequence', CREDITS, BALANCE,
    'Each look at the balance costs a credit.',
    async (d) => assert.equal(await left(d), await left(d))),

  implied('credits-use-adds', 'sequence', USE, BALANCE,
    'Using credits makes the balance larger.',
    async (d) => {
      const before = await left(d);
      await d.must(200, 'POST', '/me/credits/use');
      assert.ok((await left(d)) < before);
    }),

  implied('credits-use-not-stored', 'sequence', USE, BALANCE,
    'The smaller balance is answered but not stored: the next look has the old one.',
    async (d) => {
      const before = await left(d);
      await d.must(200, 'POST', '/me/credits/use');
      assert.ok((await left(d)) < before);
    }),

  implied('credits-use-answers-old', 'sequence', USE, '| POST | /me/credits/use | no body | 200 AgentExecutionCredits | 404; 500 |',
    'The answer has the balance from before the use.',
    async (d) => assert.equal((await d.must(200, 'POST', '/me/credits/use')).left, await left(d))),

  implied('credits-use-race', 'timing', USE, BALANCE,
    'The balance is read some time before it is written: of several uses at the same time only one counts.',
    async (d) => {
      const before = await left(d);
      await d.must(200, 'POST', '/me/credits/use');
      const one = before - (await left(d));
      await Promise.all([1, 2, 3, 4].map(() => d.must(200, 'POST', '/me/credits/use')));
      assert.equal(await left(d), before - 5 * one);
    }),

  stated('credits-use-needs-body', 'request', USE, '| POST | /me/credits/use | no body | 200 AgentExecutionCredits | 404; 500 |',
    'A use without a request body is refused with 422.',
    async (d) => assert.equal((await d.ask('POST', '/me/credits/use')).status, 200)),

  stated('webhook-signature-not-needed', 'request', WEBHOOK, 'the request must carry a signature; 400 is returned when it is missing.',
    'An event without a signature is taken.',
    async (d) => assert.equal((await deliver(d, { signature: null })).status, 400)),

  stated('webhook-missing-401', 'request', WEBHOOK, 'the request must carry a signature; 400 is returned when it is missing.',
    'A missing signature is answered with 401 instead of 400.',
    async (d) => assert.equal((await deliver(d, { signature: null })).status, 400)),

  implied('webhook-signature-not-verified', 'request', WEBHOOK, WEBHOOK_ROW,
    'A signature must be there, but any one will do: forged events are taken.',
    async (d) => {
      const { body, validSignature } = d.fixtures.webhook;
      assert.equal((await deliver(d, { body: `${body} ` })).status, 400);
      assert.equal((await deliver(d, { signature: validSignature.replace(/.{4}$/, '0000') })).status, 400);
    }),

  stated('webhook-signs-parsed-body', 'request', WEBHOOK, 'POST /me/payments/webhook receives events from the payment provider and answers 200 when processed.',
    'The signature is computed over the parsed and rewritten body instead of the bytes that came: valid events with other blanks are refused.',
    async (d) => assert.equal((await deliver(d)).status, 200)),

  stated('payment-session-201', 'request', SESSIONS, '| POST | /me/payments/sessions | body PaymentSessionRequest | 200 PaymentSessionResponse | none |',
    'A payment session is answered with 201 instead of 200.',
    async (d) => assert.equal((await d.ask('POST', '/me/payments/sessions', { body: { credits: 100 } })).status, 200)),
];
