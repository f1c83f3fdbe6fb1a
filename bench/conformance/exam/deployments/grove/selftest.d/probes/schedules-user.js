// User API: schedules, the user, VIP codes, and tokens.

import assert from 'node:assert/strict';
import { u } from '../operations.js';
import { operations } from '../interface.js';
import { implied, stated } from '../fault.js';

const LIST = u('GET /me/schedules');
const CREATE = u('POST /me/schedules');
const ONBOARDING = u('GET /me/schedules/onboarding');
const CONVERT = u('GET /me/schedules/text-to-cron');
const GET = u('GET /me/schedules/{schedule_id}');
const PUT = u('PUT /me/schedules/{schedule_id}');
const DELETE = u('DELETE /me/schedules/{schedule_id}');
const ME = u('GET /me/');
const VIP = u('POST /me/vip');
const COUNT = u('GET /me/vip');
const FOREIGN = '403 chat ID invalid, missing or not owned by the caller; 500';
const SCHEDULE = '| Schedule | schedule_id | uuid | Refers to a chat owned by the caller; has a cron expression |';
const CONVERT_ROW = '400 invalid cron expression; 500';
const VIP_CELL = '400 invalid code, own code, or a code already redeemed by the caller';
const NOBODY = '11111111-2222-4333-8444-555555555555';

const path = (schedule) => `/me/schedules/${schedule.id}`;
const ids = async (d, as = 'ana') => (await d.get('/me/schedules', { as })).schedules.map((one) => one.id);
const redeem = (d, code, as = 'ana') => d.ask('POST', '/me/vip', { as, body: { code } });

/** The operations that look at a user's token: all of the User API but those that have no use for one. */
const OPEN = ['GET {base_url}/me/tools', 'POST {base_url}/me/cli-auth', 'GET {base_url}/me/cli-auth/{auth_id}', 'POST {base_url}/me/agents/vanity/slug',
  'GET {base_url}/me/vibe/services', 'GET {base_url}/me/tools/{tool_id}', 'POST {base_url}/me/payments/webhook'];
const WITH_TOKEN = operations.filter((one) => one.includes('{base_url}') && !OPEN.includes(one));

const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

export default [
  stated('schedule-of-foreign-chat', 'request', CREATE, FOREIGN,
    'One can schedule runs of another user\'s chat.',
    async (d) => {
      const { status } = await d.ask('POST', '/me/schedules', { body: { chat: d.fixtures.unpaidAgentId, cron: d.fixtures.cron } });
      assert.equal(status, 403);
    }),

  stated('schedule-unknown-chat-404', 'request', [CREATE, PUT], FOREIGN,
    'A chat that does not exist is answered with 404 instead of 403.',
    async (d) => assert.equal((await d.ask('POST', '/me/schedules', { body: { chat: NOBODY, cron: d.fixtures.cron } })).status, 403)),

  implied('schedule-bad-cron-accepted', 'request', [CREATE, PUT], SCHEDULE,
    'Any text is stored as the cron expression of a schedule, which then never runs.',
    async (d) => {
      const { status } = await d.ask('POST', '/me/schedules', { body: { chat: d.fixtures.agentId, cron: 'not a cron expression' } });
      assert.ok(status >= 400 && status < 500);
    }),

  implied('schedule-not-listed', 'sequence', [CREATE, LIST, GET], '| GET | /me/schedules | none | 200 ScheduleListResponse | 500 |',
    'A schedule is answered as made, but it is nowhere afterwards.',
    async (d) => {
      const one = await d.schedule();
      assert.ok((await ids(d)).includes(one.id));
    }),

  implied('schedules-of-all-users', 'sequence', LIST, SCHEDULE,
    'The list has the schedules of all users.',
    async (d) => {
      const one = await d.schedule();
      assert.ok(!(await ids(d, 'ben')).includes(one.id));
    }),

  stated('schedule-onboarding-shadowed', 'request', ONBOARDING, '| GET | /me/schedules/onboarding | none | 200 body unspecified | 500 |',
    'The path is taken for that of the schedule with the id "onboarding": 422.',
    async (d) => assert.equal((await d.ask('GET', '/me/schedules/onboarding')).status, 200)),

  stated('cron-not-required', 'request', CONVERT, 'query cron (string, required)',
    'Without a cron text the conversion answers 200 with some default.',
    async (d) => assert.equal((await d.ask('GET', '/me/schedules/text-to-cron')).status, 422)),

  stated('cron-bad-accepted', 'request', CONVERT, CONVERT_ROW,
    'An invalid cron expression is given back as it is, with 200.',
    async (d) => assert.equal((await d.ask('GET', '/me/schedules/text-to-cron?cron=99+99+99+99+99')).status, 400)),

  stated('cron-bad-422', 'request', CONVERT, CONVERT_ROW,
    'An invalid cron expression is answered with 422 instead of 400.',
    async (d) => assert.equal((await d.ask('GET', '/me/schedules/text-to-cron?cron=99+99+99+99+99')).status, 400)),

  stated('schedule-unknown-null', 'request', GET, '| GET | /me/schedules/{schedule_id} | schedule_id uuid | 200 body unspecified | 404; 500 |',
    'A schedule that does not exist is answered with 200 and null.',
    async (d) => assert.equal((await d.ask('GET', path({ id: NOBODY }))).status, 404)),

  implied('schedule-put-not-stored', 'sequence', PUT, '| PUT | /me/schedules/{schedule_id} | body ScheduleUpdateRequest | 200 body unspecified | 500 |',
    'An update is answered as made, but the schedule stays as it was.',
    async (d) => {
      const one = await d.schedule();
      const before = await d.get(path(one));
      await d.must(200, 'PUT', path(one), { body: { chat: d.fixtures.backgroundAgentId, cron: '30 7 * * 2' } });
      assert.notDeepEqual(await d.get(path(one)), before);
    }),

  implied('schedule-put-makes-second', 'sequence', PUT, '| PUT | /me/schedules/{schedule_id} | body ScheduleUpdateRequest | 200 body unspecified | 500 |',
    'An update makes a second schedule and leaves the first as it was: both run.',
    async (d) => {
      const one = await d.schedule();
      const before = await ids(d);
      await d.must(200, 'PUT', path(one), { body: { chat: d.fixtures.agentId, cron: '30 7 * * 2' } });
      assert.deepEqual(await ids(d), before);
    }),

  stated('schedule-moved-to-foreign-chat', 'sequence', PUT, 'Refers to a chat owned by the caller; has a cron expression',
    'By an update a schedule can be given the chat of another user.',
    async (d) => {
      const one = await d.schedule();
      const { status } = await d.ask('PUT', path(one), { body: { chat: d.fixtures.unpaidAgentId, cron: d.fixtures.cron } });
      assert.ok(status >= 400 && status < 500);
    }),

  implied('schedule-delete-does-nothing', 'sequence', DELETE, '| DELETE | /me/schedules/{schedule_id} | none | 200 body unspecified | 500 |',
    'DELETE answers 200, but the schedule stays and goes on running.',
    async (d) => {
      const one = await d.schedule();
      await d.must(200, 'DELETE', path(one));
      assert.ok(!(await ids(d)).includes(one.id));
    }),

  implied('schedule-delete-takes-all-of-chat', 'sequence', DELETE, '| DELETE | /me/schedules/{schedule_id} | none | 200 body unspecified | 500 |',
    'DELETE of one schedule deletes all schedules of the same chat.',
    async (d) => {
      const [one, other] = [await d.schedule(), await d.schedule()];
      await d.must(200, 'DELETE', path(one));
      assert.ok((await ids(d)).includes(other.id));
    }),

  implied('me-cached-for-all', 'sequence', ME, '200 UserWithTier (current user)',
    'The first user who asks is kept and shown to everybody else.',
    async (d) => {
      const [one, other] = [await d.get('/me/'), await d.get('/me/', { as: 'sol' })];
      assert.notDeepEqual(one, other);
      assert.notEqual(one.tier, other.tier);
    }),

  stated('me-without-tier', 'request', ME, '| User | none | none | Has a tier; a sandbox tier exists and cannot make agents or chats private |',
    'The user has no tier any more.',
    async (d) => assert.ok((await d.get('/me/')).tier)),

  stated('me-without-slash-only', 'request', ME, '| GET | /me/ | none | 200 UserWithTier (current user) | none |',
    'The path with its slash is unknown: 404; only /me is served.',
    async (d) => assert.equal((await d.ask('GET', '/me/')).status, 200)),

  stated('vip-any-code', 'request', VIP, VIP_CELL,
    'A code that does not exist is redeemed with 200.',
    async (d) => assert.equal((await redeem(d, 'NO-SUCH-CODE-0')).status, 400)),

  stated('vip-own-code', 'request', VIP, 'Redeemed once per user; own codes cannot be redeemed',
    'A user can redeem the code that is the user\'s own.',
    async (d) => assert.equal((await redeem(d, d.fixtures.ownVipCode)).status, 400)),

  stated('vip-twice', 'sequence', VIP, 'Redeemed once per user; own codes cannot be redeemed',
    'A user can redeem the same code again and again.',
    async (d) => {
      assert.equal((await redeem(d, d.fixtures.vipCode)).status, 200);
      assert.equal((await redeem(d, d.fixtures.vipCode)).status, 400);
    }),

  stated('vip-race', 'timing', VIP, 'Redeemed once per user; own codes cannot be redeemed',
    'Whether a code was redeemed is looked up some time before it is noted: requests at the same time redeem it several times.',
    async (d) => {
      const answers = await Promise.all([1, 2, 3].map(() => redeem(d, d.fixtures.vipCode)));
      assert.equal(answers.filter((answer) => answer.status === 200).length, 1);
    }),

  implied('vip-refused-counts', 'sequence', COUNT, '200 VipCodeRedemptionCount',
    'Codes that were refused are counted as redeemed.',
    async (d) => {
      const before = await d.get('/me/vip');
      await redeem(d, 'NO-SUCH-CODE-0');
      assert.deepEqual(await d.get('/me/vip'), before);
    }),

  implied('vip-count-rises-on-read', 'sequence', COUNT, '200 VipCodeRedemptionCount',
    'Each look at the count makes it larger.',
    async (d) => assert.deepEqual(await d.get('/me/vip'), await d.get('/me/vip'))),

  stated('jwt-signature-not-verified', 'request', WITH_TOKEN, 'POST /me/tools/run/{tool_name} answers 401 when the JWT is invalid or missing.',
    'The signature of a token is not verified: with other claims and the old signature one is somebody else.',
    async (d) => {
      const [head, claims, signature] = d.credentials.jwt.split('.');
      const forged = part({ ...JSON.parse(Buffer.from(claims, 'base64url')), name: 'Mallory' });
      const { name, input } = d.fixtures.tool;
      assert.equal((await d.tool(name, input, { token: `${head}.${forged}.${signature}` })).status, 401);
    }),

  stated('jwt-alg-none-accepted', 'request', WITH_TOKEN, '| 401 | Invalid or missing JWT on tool run |',
    'A token without a signature, with the algorithm "none", is taken.',
    async (d) => {
      const [, claims] = d.credentials.jwt.split('.');
      const { name, input } = d.fixtures.tool;
      assert.equal((await d.tool(name, input, { token: `${part({ alg: 'none', typ: 'JWT' })}.${claims}.` })).status, 401);
    }),
];

