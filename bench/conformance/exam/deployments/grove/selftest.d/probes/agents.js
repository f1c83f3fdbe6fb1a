// User API: agents, slugs, prompts for code generators, themes.

import assert from 'node:assert/strict';
import { u } from '../operations.js';
import { implied, stated } from '../fault.js';

const LIST = u('GET /me/agents');
const SAVE = u('POST /me/agents');
const GET = u('GET /me/agents/{agent_id}');
const PITCH = u('POST /me/agents/{agent_id}/upsell-description');
const SLUG_POST = u('POST /me/agents/vanity/slug');
const SLUG_GET = u('GET /me/agents/vanity/slug');
const VIBE = u('GET /me/agents/{agent_id}/vibe');
const SERVICES = u('GET /me/vibe/services');
const THEME_GET = u('GET /me/agents/{agent_id}/customizations/theme');
const THEME_PUT = u('PUT /me/agents/{agent_id}/customizations/theme');
const MAKERS = [SAVE, u('POST /me/chats'), u('POST /me/chats/{chat_id}/clone')];
const RECORD = 'Has chat prompt (required on create/upsert), visibility (private or public), vanity slug, upsell description, files, theme, optional paid subscription';
const NOBODY = '11111111-2222-4333-8444-555555555555';

const listed = async (d, as = 'ana') => (await d.get('/me/agents', { as })).map((agent) => agent.id);
const theme = (agent) => `/me/agents/${agent.id}/customizations/theme`;

const keepsPrompt = (prompt) => async (d) => {
  const { id } = await d.agent({ prompt });
  assert.equal((await d.get(`/me/agents/${id}`)).prompt, prompt);
};

export default [
  implied('agents-list-only-public', 'sequence', LIST, '| GET | /me/agents | none | 200 array of AgentModel | none |',
    'The list leaves out the private agents of the caller.',
    async (d) => {
      const { id } = await d.agent({ access: 'private' });
      assert.ok((await listed(d)).includes(id));
    }),

  implied('agents-list-cached', 'sequence', LIST, '| GET | /me/agents | none | 200 array of AgentModel | none |',
    'The list of a user is kept when it is first read, and served for ever: later agents never show.',
    async (d) => {
      await listed(d);
      const { id } = await d.agent();
      assert.ok(await d.until(async () => (await listed(d)).includes(id), 3));
    }),

  stated('agent-without-prompt', 'request', SAVE, '400 missing chat prompt or sandbox tier setting private; 403; 404',
    'An agent can be made without a chat prompt.',
    async (d) => assert.equal((await d.ask('POST', '/me/agents', { body: { name: 'Probe' } })).status, 400)),

  stated('agent-sandbox-private', 'request', SAVE, '| Sandbox tier | cannot set an agent, chat or studio chat private (400) |',
    'In the sandbox tier one can make private agents.',
    async (d) => {
      const body = { name: 'Probe', prompt: 'You are a probe.', access: 'private' };
      assert.equal((await d.ask('POST', '/me/agents', { as: 'sol', body })).status, 400);
    }),

  stated('agent-update-makes-new', 'sequence', SAVE, 'body AgentRequest (create or update)',
    'A POST with the id of an agent makes another agent instead of updating that one.',
    async (d) => {
      const { id } = await d.agent();
      await d.agent({ id, prompt: 'You are another probe.' });
      assert.equal((await d.get(`/me/agents/${id}`)).prompt, 'You are another probe.');
    }),

  implied('agent-update-keeps-prompt', 'sequence', SAVE, 'body AgentRequest (create or update)',
    'An update of an agent takes everything but the chat prompt, which stays as it was.',
    async (d) => {
      const { id } = await d.agent();
      await d.agent({ id, prompt: 'You are another probe.' });
      assert.equal((await d.get(`/me/agents/${id}`)).prompt, 'You are another probe.');
    }),

  implied('agent-update-drops-files', 'sequence', SAVE, 'body AgentRequest (create or update)',
    'An update of an agent takes its files away.',
    async (d) => {
      const { id } = await d.agent();
      await d.file(id);
      await d.agent({ id, prompt: 'You are another probe.' });
      assert.equal((await d.get(`/me/agents/${id}/files`)).files.length, 1);
    }),

  stated('agent-any-access', 'request', [...MAKERS.slice(0, 2), u('PUT /me/chats/{chat_id}')], 'visibility (private or public)',
    'The visibility takes any text: an agent can be "friends".',
    async (d) => {
      const body = { name: 'Probe', prompt: 'You are a probe.', access: 'friends' };
      const { status } = await d.ask('POST', '/me/agents', { body });
      assert.ok(status >= 400 && status < 500);
    }),

  implied('agent-prompt-cut-at-100', 'sequence', MAKERS, RECORD,
    'The chat prompt of a new agent is cut after 100 characters.',
    keepsPrompt(`You are a probe. ${'You are patient. '.repeat(20)}That is all.`)),

  implied('agent-prompt-ascii-only', 'sequence', MAKERS, RECORD,
    'Letters beyond ASCII in the chat prompt of a new agent become question marks.',
    keepsPrompt('Du grüßt auf Žluťoučký und 日本語.')),

  implied('agent-slug-not-stored', 'sequence', MAKERS, RECORD,
    'The vanity slug of a new agent is dropped.',
    async (d) => {
      const { id } = await d.agent({ slug: 'probe-with-slug' });
      assert.equal((await d.get(`/me/agents/${id}`)).slug, 'probe-with-slug');
    }),

  implied('agent-created-public', 'sequence', MAKERS, 'visibility (private or public)',
    'A new agent is always public, also when it was asked to be private.',
    async (d) => {
      const { id } = await d.agent({ access: 'private' });
      assert.equal((await d.get(`/me/agents/${id}`)).access, 'private');
    }),

  stated('agent-private-readable', 'request', GET, '| 403 | No permission on the chat, agent, file or schedule chat;',
    'Private agents can be read by anybody who knows the id.',
    async (d) => assert.ok([403, 404].includes((await d.ask('GET', `/me/agents/${d.fixtures.privateAgentId}`)).status))),

  stated('pitch-unknown-500', 'request', PITCH, '404; 500 generation failed',
    'The upsell description of an agent that does not exist crashes the endpoint: 500 instead of 404.',
    async (d) => assert.equal((await d.ask('POST', `/me/agents/${NOBODY}/upsell-description`)).status, 404)),

  implied('pitch-not-stored', 'sequence', PITCH, '200 AgentModel (upsell description generated)',
    'The upsell description is in the answer, but the agent does not keep it.',
    async (d) => {
      const { id } = await d.agent();
      const { pitch } = await d.must(200, 'POST', `/me/agents/${id}/upsell-description`);
      assert.equal((await d.get(`/me/agents/${id}`)).pitch, pitch);
    }),

  implied('pitch-overwrites-prompt', 'sequence', PITCH, '200 AgentModel (upsell description generated)',
    'The generated description is also written over the chat prompt.',
    async (d) => {
      const { id, prompt } = await d.agent();
      await d.must(200, 'POST', `/me/agents/${id}/upsell-description`);
      assert.equal((await d.get(`/me/agents/${id}`)).prompt, prompt);
    }),

  stated('pitch-stays-empty', 'sequence', PITCH, '200 AgentModel (upsell description generated)',
    'The answer is 200, but the agent in it has no upsell description.',
    async (d) => {
      const { id } = await d.agent();
      assert.ok((await d.must(200, 'POST', `/me/agents/${id}/upsell-description`)).pitch);
    }),

  stated('slug-post-needs-auth', 'request', SLUG_POST, '| POST | /me/agents/vanity/slug (no auth declared) | body SlugRequest | 200 body unspecified (generated slug) | 500 generation failed |',
    'A slug is generated for callers with a token only; others get 401.',
    async (d) => assert.equal((await d.ask('POST', '/me/agents/vanity/slug', { as: null, body: { text: 'Some worker' } })).status, 200)),

  stated('slug-not-required', 'request', SLUG_GET, 'query slug (string, required)',
    'Without a slug the availability is answered all the same.',
    async (d) => assert.equal((await d.ask('GET', '/me/agents/vanity/slug')).status, 422)),

  implied('slug-answer-cached', 'sequence', SLUG_GET, '200 body unspecified (availability result)',
    'Once asked about, a slug stays available for ever, also after an agent has taken it.',
    async (d) => {
      const path = '/me/agents/vanity/slug?slug=probe-for-availability';
      const before = await d.get(path);
      await d.agent({ slug: 'probe-for-availability' });
      assert.notDeepEqual(await d.get(path), before);
    }),

  stated('vibe-any-service', 'request', VIBE, 'query service_name (required, one of three code-generation service names, given by the interface as fixed lowercase strings); agent_id string',
    'Any text is taken as the name of a code-generation service.',
    async (d) => {
      const { status } = await d.ask('GET', `/me/agents/${d.fixtures.agentId}/vibe?service_name=no-such-service`);
      assert.equal(status, 422);
    }),

  stated('vibe-service-refused', 'sequence', VIBE, 'query service_name (required, one of three code-generation service names, given by the interface as fixed lowercase strings); agent_id string',
    'One of the three services that /me/vibe/services lists is refused with 422.',
    async (d) => {
      const { services } = await d.get('/me/vibe/services', { as: null });
      for (const service of services) await d.get(`/me/agents/${d.fixtures.agentId}/vibe?service_name=${service}`);
    }),

  implied('vibe-of-private', 'sequence', VIBE, '| 403 | No permission on the chat, agent, file or schedule chat;',
    'Anybody gets the prompt for code generators of a private agent, which has its chat prompt in it.',
    async (d) => {
      const { id } = await d.agent({ access: 'private', prompt: 'The vault opens with 4711.' }, { as: 'ben' });
      const [service] = (await d.get('/me/vibe/services')).services;
      const answer = await d.ask('GET', `/me/agents/${id}/vibe?service_name=${service}`);
      assert.ok(!answer.text.includes('4711'));
    }),

  stated('vibe-services-need-auth', 'request', SERVICES, '| GET | /me/vibe/services (no auth declared) | none | 200 VibeCoderListResponse | none |',
    'The list of code-generation services is for callers with a token only; others get 401.',
    async (d) => assert.equal((await d.ask('GET', '/me/vibe/services', { as: null })).status, 200)),

  stated('theme-unset-404', 'sequence', THEME_GET, '200 AgentThemePreferenceResponse or null',
    'An agent whose theme was never set is answered with 404 instead of null.',
    async (d) => {
      const agent = await d.agent();
      assert.equal((await d.ask('GET', theme(agent))).status, 200);
    }),

  stated('theme-by-others', 'request', THEME_PUT, '400 invalid theme color format; 403; 404',
    'Any user can set the theme of another\'s agent.',
    async (d) => {
      const { status } = await d.ask('PUT', theme({ id: d.fixtures.unpaidAgentId }), { body: { color: '#1d7a46' } });
      assert.equal(status, 403);
    }),

  stated('theme-color-not-checked', 'sequence', THEME_PUT, '400 invalid theme color format; 403; 404',
    'Any text is taken as a theme color.',
    async (d) => {
      const agent = await d.agent();
      assert.equal((await d.ask('PUT', theme(agent), { body: { color: 'not a color!' } })).status, 400);
    }),

  implied('theme-color-loses-zeros', 'sequence', [THEME_PUT, THEME_GET], 'Has a theme color whose format is validated',
    'The color goes through a number: leading zeros get lost, #0a0b0c becomes #a0b0c.',
    async (d) => {
      const agent = await d.agent();
      await d.must(200, 'PUT', theme(agent), { body: { color: '#0a0b0c' } });
      assert.equal((await d.get(theme(agent))).color, '#0a0b0c');
    }),

  implied('theme-for-all-agents', 'sequence', THEME_PUT, '| Agent theme preference | agent_id | uuid | Has a theme color whose format is validated |',
    'The theme of one agent is set for all agents of the caller.',
    async (d) => {
      const [one, other] = [await d.agent(), await d.agent()];
      await d.must(200, 'PUT', theme(other), { body: { color: '#aaaaaa' } });
      await d.must(200, 'PUT', theme(one), { body: { color: '#1d7a46' } });
      assert.equal((await d.get(theme(other))).color, '#aaaaaa');
    }),

  implied('agents-broken-json-500', 'request', SAVE, 'Every endpoint with path, query or body input can answer 422 with a body of schema HTTPValidationError.',
    'A body that is no JSON crashes the endpoint: 500.',
    async (d) => assert.notEqual((await d.ask('POST', '/me/agents', { raw: '{"name": "Probe",' })).status, 500)),
];
