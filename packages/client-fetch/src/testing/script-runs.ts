import type { Message } from '@agent-workers/types';
import type { TransportRequest } from '../transport/transport.ts';
import { answerWith, type StatusAnswer, type StreamAnswer } from './answer.ts';

/** What the worker does with one message. */
export interface ScriptedTurn {
  /** The answer as text, piece by piece. */
  text?: readonly string[];
  /** The answer as events, one per line; the pieces of text unless given. */
  events?: readonly unknown[];
  /** Starts a background job, which the next so many polls still see running. */
  jobPolls?: number;
}

/** Answers for `createTestTransport`, whatever its profile. */
export interface ScriptedRuns {
  startRun(request: TransportRequest): StreamAnswer<string>;
  startRunNdjson(request: TransportRequest): StreamAnswer<unknown>;
  continueRun(request: TransportRequest): StreamAnswer<string> | StatusAnswer;
  continueRunNdjson(request: TransportRequest): StreamAnswer<unknown> | StatusAnswer;
  getRunMessages(request: TransportRequest): StatusAnswer;
}

interface ScriptedRun {
  messages: Message[];
  pollsLeft: number;
}

const jobId = 'job-1';

/**
 * The five operations of the Workers API in memory: history, background jobs, 409 while one
 * runs. Each message takes the next turn; the last turn repeats. An unknown run is 404, which is our choice.
 */
export function scriptRuns(...turns: readonly ScriptedTurn[]): ScriptedRuns {
  const script = new Script(turns);
  return {
    startRun: (request) => script.start(request, textOf),
    startRunNdjson: (request) => script.start(request, eventsOf),
    continueRun: (request) => script.continue(request, textOf),
    continueRunNdjson: (request) => script.continue(request, eventsOf),
    getRunMessages: (request) => script.read(request),
  };
}

type PiecesOf<Piece> = (turn: ScriptedTurn) => readonly Piece[];

const textOf: PiecesOf<string> = ({ text = [] }) => text;
const eventsOf: PiecesOf<unknown> = ({ text = [], events = text }) => events;

class Script {
  readonly #turns: readonly ScriptedTurn[];
  readonly #runs = new Map<string, ScriptedRun>();
  #taken = 0;

  constructor(turns: readonly ScriptedTurn[]) {
    this.#turns = turns;
  }

  start<Piece>(request: TransportRequest, piecesOf: PiecesOf<Piece>): StreamAnswer<Piece> {
    const runId = crypto.randomUUID();
    this.#runs.set(runId, { messages: [], pollsLeft: 0 });
    return this.#answer(runId, request, piecesOf);
  }

  continue<Piece>(request: TransportRequest, piecesOf: PiecesOf<Piece>): StreamAnswer<Piece> | StatusAnswer {
    const runId = runIdOf(request);
    const run = this.#runs.get(runId);
    if (!run) return answerWith(404);
    return run.pollsLeft > 0 ? answerWith(409) : this.#answer(runId, request, piecesOf);
  }

  read(request: TransportRequest): StatusAnswer {
    const run = this.#runs.get(runIdOf(request));
    if (!run) return answerWith(404);
    const running = run.pollsLeft > 0;
    run.pollsLeft -= running ? 1 : 0;
    return answerWith(200, run.messages, running ? { 'x-service-job-id': jobId } : {});
  }

  #answer<Piece>(runId: string, request: TransportRequest, piecesOf: PiecesOf<Piece>): StreamAnswer<Piece> {
    const turn = this.#turns[Math.min(this.#taken, this.#turns.length - 1)] ?? {};
    this.#taken += 1;
    const { messages = [] } = this.#runs.get(runId) ?? {};
    const answer = { role: 'assistant', content: textOf(turn).join('') };
    const pollsLeft = turn.jobPolls ?? 0;
    this.#runs.set(runId, { messages: [...messages, userMessage(request), answer], pollsLeft });
    return { pieces: piecesOf(turn), runId, ...(pollsLeft > 0 && { jobId }) };
  }
}

function runIdOf({ parameters }: TransportRequest): string {
  return String(parameters?.run_id);
}

function userMessage({ body }: TransportRequest): Message {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : '';
  return { role: 'user', content: String(message) };
}
