import { expect } from 'vitest';
import { sandboxAgents } from '../../../src/index.ts';
import type { Client, Message } from '../client.ts';
import type { Reached } from '../server-process.ts';
import { type Attempt, type Attempts, repeat } from './attempts.ts';

/** What a client knows of one of its messages when it has lost sight of the server. */
interface ToldTurn {
  message: string;
  /** The answer has begun, so the message is stored. */
  isAcknowledged: boolean;
  /** What came of the answer. */
  received: string;
  /** The answer came to its end. */
  isComplete: boolean;
  /** The result of the background job that the answer has promised. */
  promised: string | undefined;
}

/** A conversation as its client has seen it. */
export interface ToldRun {
  runId: string;
  turns: ToldTurn[];
}

let count = 0;

interface Conversing {
  runs: ToldRun[];
  attempts: Attempts;
  signal: AbortSignal;
}

/** Holds one conversation after the other until the server is gone or it's enough. */
export async function converse({ client }: Reached, { runs, attempts, signal }: Conversing): Promise<void> {
  await repeat(signal, async () => {
    const run: ToldRun = { runId: '', turns: [] };
    for (const message of nextMessages()) {
      const isFirst = run.turns.length === 0;
      await attempts
        .run((attempt) => tell(client, { run, message, attempt }))
        .finally(() => {
          if (isFirst && run.turns.length === 1) runs.push(run);
        });
    }
  });
}

/** Three turns, each told apart from all others; after a background job nothing more is said. */
function nextMessages(): string[] {
  count += 1;
  return [
    `Hello ${count}`,
    `/stream ${10 + (count % 60)} 3`,
    // Long enough for kills to fall into it; what must hold does so wherever they fall.
    `/background await sleep(100); return ${count}`,
  ];
}

interface Telling {
  run: ToldRun;
  message: string;
  attempt: Attempt;
}

async function tell(client: Client, { run, message, attempt }: Telling): Promise<void> {
  const turn: ToldTurn = {
    message,
    isAcknowledged: false,
    received: '',
    isComplete: false,
    promised: undefined,
  };
  const isFirst = run.turns.length === 0;
  if (!isFirst) run.turns.push(turn);
  const path = isFirst ? sandboxAgents.demo : `${sandboxAgents.demo}/${run.runId}`;
  const method = isFirst ? 'POST' : 'PUT';
  const response = await client.request(path, { method, body: JSON.stringify({ message }) });
  expect(response.status).toBe(200);
  turn.isAcknowledged = true;
  if (isFirst) run.turns.push(turn);
  run.runId ||= response.headers.get('x-service-run-id') ?? '';
  if (response.headers.has('x-service-job-id')) turn.promised = message.split('return ')[1];
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) turn.received += text;
  // Caddy 2.6 ends an answer that broke off as if it were whole.
  turn.isComplete = !attempt.wasCut;
}

/** Holds what is stored of a conversation against what its client has seen. */
export function compare({ turns }: ToldRun, messages: readonly Message[]): void {
  const left = [...messages];
  for (const turn of turns) {
    const isStored = left[0]?.role === 'user' && left[0].content === turn.message;
    if (!isStored && !turn.isAcknowledged) continue;
    expect(left.shift()).toEqual({ role: 'user', content: turn.message });
    const next = left.findIndex(({ role }) => role === 'user');
    const answers = left.splice(0, next === -1 ? left.length : next).map(({ content }) => content);
    if (turn.isComplete) expect(answers[0]).toBe(turn.received);
    expect((answers[0] ?? '').slice(0, turn.received.length)).toBe(turn.received);
    const outcomes = answers.filter((answer) => answer.startsWith('The background job'));
    if (turn.promised) expect(outcomes).toEqual([expect.stringContaining(`Result: ${turn.promised}`)]);
  }
  expect(left).toEqual([]);
}
