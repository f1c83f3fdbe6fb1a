import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Operation } from '../../src/spec/spec.ts';
import type { Choices } from './choices.ts';
import { liarsFixtures, liarsKey } from './fixtures.ts';
import { toStream } from './streams.ts';
import { answerUser } from './user-api.ts';

interface Message {
  readonly role: string;
  readonly content: string;
}

interface Run {
  readonly messages: Message[];
  readonly jobId: string;
  job: 'none' | 'owed' | 'running';
  turn: Promise<void> | undefined;
}

/** A deployment that keeps every sentence of the interface and fills each silence as the choices say. */
export function createLiar(choices: Choices, operations: readonly Operation[]): Server {
  const runs = new Map<string, Run>();
  return createServer((request, response) => {
    if (request.url?.startsWith('/me')) answerUser(request, response, operations, choices.user);
    else void answer(request, response, runs, choices);
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  runs: Map<string, Run>,
  choices: Choices,
): Promise<void> {
  const body = await readText(request);
  if (request.headers.authorization !== `Bearer ${liarsKey}`) return refuse(response, choices.refusal);
  const path = (request.url ?? '').split('/').slice(2);
  const ndjson = path[0] === 'ndjson';
  const runId = ndjson ? path[2] : path[1];
  if (request.method === 'POST') return converse(newRun(runs, choices), { response, ndjson, body }, choices);
  const run = runs.get(runId ?? '');
  if (run === undefined) return refuse(response, choices.unknown);
  if (request.method === 'GET') return show(run, response, choices);
  if (run.job === 'running') return refuse(response, 409);
  if (run.turn !== undefined && typeof choices.duringTurn === 'number')
    return refuse(response, choices.duringTurn);
  while (run.turn !== undefined && choices.duringTurn === 'wait') await run.turn;
  // Waiting takes its time, and a job may have begun meanwhile.
  if (isRunning(run)) return refuse(response, 409);
  return converse({ run, runId: runId ?? '' }, { response, ndjson, body }, choices);
}

function isRunning({ job }: Run): boolean {
  return job === 'running';
}

function newRun(runs: Map<string, Run>, { preamble }: Choices): { run: Run; runId: string } {
  const runId = randomUUID();
  const messages = preamble ? [{ role: 'system', content: 'You are a worker.' }] : [];
  const run: Run = { messages, jobId: randomUUID(), job: 'none', turn: undefined };
  runs.set(runId, run);
  return { run, runId };
}

async function converse(
  { run, runId }: { run: Run; runId: string },
  { response, ndjson, body }: { response: ServerResponse; ndjson: boolean; body: string },
  choices: Choices,
): Promise<void> {
  const message: string = JSON.parse(body).message;
  run.messages.push({ role: choices.roles[0], content: message });
  const { promise, resolve } = Promise.withResolvers<void>();
  run.turn = promise;
  if (message === liarsFixtures.backgroundMessage || message === liarsFixtures.backgroundErrorMessage) {
    run.job = 'owed';
    if (choices.jobDelay === 0) void work(run, choices);
  }
  const spoken =
    choices.silentWorker && run.job === 'none' ? '' : `Well, ${message.length} letters – noted.  `;
  setHeaders(response, { runId, run }, choices);
  for (const piece of toStream(spoken, { ndjson, message }, choices)) {
    if (!response.write(piece)) await new Promise((drained) => response.once('drain', drained));
    if (choices.pieces !== 'one') await pause(1);
  }
  keep(run, message, spoken, choices);
  run.turn = undefined;
  response.end();
  resolve();
  if (run.job === 'owed') void work(run, choices);
}

function keep(
  run: Run,
  message: string,
  spoken: string,
  { roles, toolMessages, storedAnswer }: Choices,
): void {
  if (toolMessages && message === liarsFixtures.toolCallMessage.message) {
    run.messages.push({ role: 'tool', content: liarsFixtures.toolCallMessage.output });
  }
  const forms = { 'as streamed': spoken, trimmed: spoken.trim(), summary: spoken === '' ? '' : 'noted' };
  if (spoken !== '') run.messages.push({ role: roles[1], content: forms[storedAnswer] });
}

async function work(run: Run, { jobDelay, jobLength, roles }: Choices): Promise<void> {
  await pause(jobDelay);
  if (run.job !== 'owed') return;
  run.job = 'running';
  await pause(jobLength);
  run.messages.push({ role: roles[1], content: 'The job is over.' });
  run.job = 'none';
}

function show(run: Run, response: ServerResponse, choices: Choices): void {
  if (run.job === 'running') response.setHeader(...jobHeader(run, choices));
  response.setHeader('content-type', choices.contentType);
  const messages = run.messages.map((one) =>
    choices.extraFields ? { id: randomUUID(), ...one, parts: [] } : one,
  );
  response.writeHead(choices.success === 206 ? 200 : choices.success).end(JSON.stringify(messages));
}

function setHeaders(
  response: ServerResponse,
  { runId, run }: { runId: string; run: Run },
  choices: Choices,
): void {
  response.setHeader(choices.upperCaseHeaders ? 'X-SERVICE-RUN-ID' : 'x-service-run-id', runId);
  if (choices.jobHeaderEverywhere && run.job !== 'none') response.setHeader(...jobHeader(run, choices));
  response.setHeader('content-type', choices.contentType);
  response.writeHead(choices.success);
}

function jobHeader({ jobId }: Run, { jobValue, upperCaseHeaders }: Choices): [string, string] {
  const values = { same: jobId, 'new each time': randomUUID(), 'empty-looking': '0' };
  return [upperCaseHeaders ? 'X-SERVICE-JOB-ID' : 'x-service-job-id', values[jobValue]];
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/html' }).end('<p>No.</p>');
}
