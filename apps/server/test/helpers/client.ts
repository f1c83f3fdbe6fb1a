import { vi } from 'vitest';
import { sandboxAgents } from '../../src/index.ts';
import { patience } from './patience.ts';
import { noteWorkersAnswer } from './reached.ts';

export interface Message {
  role: string;
  content: string;
}

export interface Line {
  type: string;
  text?: string;
  id?: string;
  name?: string;
  input?: unknown;
  output?: unknown;
  failed?: boolean;
  message?: string;
}

interface Answer {
  status: number;
  runId: string;
  jobId: string | null;
}

/** Speaks the five operations; nothing of the server's own code is in it. */
export interface Client {
  request(path: string, init?: RequestInit): Promise<Response>;
  post(message: string, agentId?: string): Promise<Answer & { text: string }>;
  put(runId: string, message: string): Promise<Answer & { text: string }>;
  postNdjson(message: string): Promise<Answer & { lines: Line[] }>;
  putNdjson(runId: string, message: string): Promise<Answer & { lines: Line[] }>;
  get(runId: string): Promise<Answer & { messages: Message[] }>;
  /** Polls until no job runs, as the interface tells clients to. */
  untilIdle(runId: string): Promise<Message[]>;
}

export interface Target {
  fetch: (request: Request) => Promise<Response>;
  agentsUrl: string;
  apiKey: string;
}

export function createClient(target: Target): Client {
  const demo = sandboxAgents.demo;

  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${target.apiKey}`, 'content-type': 'application/json' };
    const response = await target.fetch(new Request(`${target.agentsUrl}/${path}`, { headers, ...init }));
    noteWorkersAnswer(init.method ?? 'GET', path, response.status);
    return response;
  }

  async function send(method: string, path: string, message: string) {
    const response = await request(path, { method, body: JSON.stringify({ message }) });
    return { ...describe(response), text: await response.text() };
  }

  async function sendNdjson(method: string, path: string, message: string) {
    const { text, ...answer } = await send(method, `ndjson/${path}`, message);
    return { ...answer, lines: answer.status === 200 ? parseLines(text) : [] };
  }

  async function get(runId: string) {
    const response = await request(`${demo}/${runId}`);
    return { ...describe(response), messages: (await response.json()) as Message[] };
  }

  return {
    request,
    post: (message, agentId = demo) => send('POST', agentId, message),
    put: (runId, message) => send('PUT', `${demo}/${runId}`, message),
    postNdjson: (message) => sendNdjson('POST', demo, message),
    putNdjson: (runId, message) => sendNdjson('PUT', `${demo}/${runId}`, message),
    get,
    untilIdle: (runId) =>
      vi.waitUntil(async () => {
        const { jobId, messages } = await get(runId);
        return jobId === null && messages;
      }, patience),
  };
}

function describe(response: Response): Answer {
  const { status, headers } = response;
  return { status, runId: headers.get('x-service-run-id') ?? '', jobId: headers.get('x-service-job-id') };
}

function parseLines(text: string): Line[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** What a reader of NDJSON lines would show the user. */
export function userText(lines: readonly Line[]): string {
  return lines.map((line) => (line.type === 'text' ? line.text : '')).join('');
}
