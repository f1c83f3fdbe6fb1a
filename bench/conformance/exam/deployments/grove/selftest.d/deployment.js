// A running deployment, and a client that speaks to it with the credentials and fixtures of config.json.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import assert from 'node:assert/strict';

const HERE = new URL('..', import.meta.url).pathname;
const CONFIG = readFileSync(`${HERE}config.json`, 'utf8');

/** Below the ports that the system gives to clients, so that none of those is in the way. */
let nextPort = 20_000 + (process.pid % 100) * 100;

const isFree = (port) => new Promise((resolve) => {
  const probe = createServer().once('error', () => resolve(false));
  probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
});

/** Starts a deployment with this fault (none without one), and waits until it listens. */
export async function start(fault = '') {
  do nextPort = 20_000 + ((nextPort + 1) % 10_000); while (!(await isFree(nextPort)));
  const port = nextPort;
  const child = spawn(`${HERE}start.sh`, [String(port)], { env: { ...process.env, FAULT: fault }, stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (text) => { errors += text; });
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => String(text).split('\n').includes('ready') && resolve());
    child.once('exit', (code) => reject(new Error(`the deployment ended with ${code}: ${errors}`)));
  });
  const ended = new Promise((resolve) => { child.once('exit', resolve); });
  const stop = async () => {
    process.kill(child.pid, 'SIGKILL');
    await ended;
  };
  return new Deployment(port, stop, () => errors);
}

/** One answer: status, headers, text, and body (the JSON value, or undefined). */
async function answerOf(response) {
  const text = await response.text();
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    // Then it is none.
  }
  return { status: response.status, headers: response.headers, text, body, run: response.headers.get('x-service-run-id') };
}

export const sleep = (millis) => new Promise((resolve) => { setTimeout(resolve, millis); });

export class Deployment {
  constructor(port, stop, errors) {
    const config = JSON.parse(CONFIG.replaceAll('PORT', String(port)));
    Object.assign(this, { stop, errors, config, fixtures: config.fixtures, credentials: config.credentials });
  }

  async #send(url, method, token, { body, raw, headers = {} }) {
    const sent = { ...headers };
    if (token) sent.authorization = `Bearer ${token}`;
    if (body !== undefined) sent['content-type'] = 'application/json';
    const response = await fetch(url, {
      method, headers: sent, redirect: 'manual', body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
      signal: AbortSignal.timeout(8000),
    });
    return answerOf(response);
  }

  /** A request to the User API: as 'ana' (the caller), 'ben' (the other), 'sol' (sandbox) or null (nobody). */
  ask(method, path, { as = 'ana', token, ...rest } = {}) {
    const { jwt, otherJwt, sandboxJwt } = this.credentials;
    return this.#send(this.config.baseUrl + path, method, token ?? { ana: jwt, ben: otherJwt, sol: sandboxJwt }[as], rest);
  }

  /** … that must be answered with this status; gives the body. */
  async get(path, options, status = 200) {
    return this.must(status, 'GET', path, options);
  }

  async must(status, method, path, options) {
    const answer = await this.ask(method, path, options);
    assert.equal(answer.status, status, `${method} ${path}: ${answer.text.slice(0, 200)}`);
    return answer.body;
  }

  /** A request to the Workers API with the key of 'ana' or 'ben'; null sends none. */
  work(method, path, { as = 'ana', key, ...rest } = {}) {
    const { apiKey, otherApiKey } = this.credentials;
    return this.#send(this.config.agentsUrl + path, method, key ?? { ana: apiKey, ben: otherApiKey }[as], rest);
  }

  /** Starts a run; `form` '/ndjson' asks for the stream of signals. */
  async say(message, { agent = this.fixtures.agentId, form = '', ...rest } = {}) {
    const answer = await this.work('POST', `${form}/${agent}`, { body: { message }, ...rest });
    assert.equal(answer.status, 200, answer.text);
    return answer;
  }

  goOn(run, message, { agent = this.fixtures.agentId, form = '', ...rest } = {}) {
    return this.work('PUT', `${form}/${agent}/${run}`, { body: { message }, ...rest });
  }

  /** The answer to GET of a run. */
  history(run, { agent = this.fixtures.agentId, ...rest } = {}) {
    return this.work('GET', `/${agent}/${run}`, rest);
  }

  /** What the user has said in a run, in order. */
  async said(run, options) {
    const { body } = await this.history(run, options);
    assert.ok(Array.isArray(body), 'the history is an array');
    return body.filter((entry) => entry.role === 'user').map((entry) => entry.content);
  }

  /** Starts a background job; gives its run and the agent. */
  async job(message = this.fixtures.backgroundMessage) {
    const agent = this.fixtures.backgroundAgentId;
    const { run } = await this.say(message, { agent });
    return { run, agent, busy: async () => (await this.history(run, { agent })).headers.has('x-service-job-id') };
  }

  /** Waits for the end of a job, some seconds at most. */
  async until(condition, seconds = 4) {
    const end = Date.now() + seconds * 1000;
    while (Date.now() < end) {
      if (await condition()) return true;
      await sleep(60);
    }
    return false;
  }

  /** Runs a tool; gives its answer. */
  tool(name, input = {}, { query = '', ...rest } = {}) {
    return this.ask('POST', `/me/tools/run/${name}${query}`, { body: input, ...rest });
  }

  /** … that must work; gives its output. */
  async out(name, input, options) {
    const answer = await this.tool(name, input, options);
    assert.equal(answer.status, 200, `${name}: ${answer.text}`);
    return answer.body.out;
  }

  // ---- things to try something on ----

  agent(more = {}, options = {}) {
    return this.must(200, 'POST', '/me/agents', { body: { name: 'Probe', prompt: 'You are a probe.', access: 'public', ...more }, ...options });
  }

  studioChat(more = {}, options = {}) {
    return this.must(200, 'POST', '/me/agent-studio-chats', { body: { title: 'Probe', access: 'public', ...more }, ...options });
  }

  file(agent, more = {}) {
    return this.must(201, 'POST', `/me/agents/${agent}/files`, { body: { name: 'a.txt', text: 'some text', ...more } });
  }

  bundle(options) {
    return this.must(200, 'POST', '/me/bundles', options);
  }

  schedule(chat = this.fixtures.agentId, more = {}, options = {}) {
    return this.must(200, 'POST', '/me/schedules', { body: { chat, cron: this.fixtures.cron, ...more }, ...options });
  }
}
