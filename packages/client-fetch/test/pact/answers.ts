import { MatchersV3 } from '@pact-foundation/pact';
import { examples } from './examples.ts';

const { atLeastLike, like, regex, string } = MatchersV3;

/** What the client needs of an answer: no more than the interface shows. */
export interface Answer {
  headers?: Readonly<Record<string, ReturnType<typeof regex>>>;
  /** A template of JSON with matchers. */
  json?: unknown;
  /** A body that is no JSON document; its media type is not shown, so none is asked for. */
  text?: TextBody;
  /** What the call gives. */
  gives: unknown;
}

export interface TextBody {
  mediaType: string;
  example: string;
  /** For the engine of Pact, which is not JavaScript's. */
  pattern: string;
}

/** A record whose fields are not shown. */
export const record: Answer = { json: like({}), gives: {} };

/** A list of such records. How many there are is not shown. */
export const records: Answer = { json: atLeastLike({}, 0, 1), gives: [{}] };

/** Nothing is shown of the body. */
export const unspecified: Answer = { gives: undefined };

export const token: Answer = { json: string('example.json.token'), gives: 'example.json.token' };

const uuid = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
const runId = { 'X-Service-Run-ID': regex(uuid, examples.run_id) };

export const text: Answer = {
  headers: runId,
  text: { mediaType: 'text/plain', example: 'Hello, I am a worker.', pattern: '^[\\s\\S]+$' },
  gives: { runId: examples.run_id, text: 'Hello, I am a worker.' },
};

const lines = [{ text: 'Hello,' }, { text: ' I am a worker.' }];

const jsonValue = '(?:\\{.*\\}|\\[.*\\]|".*"|-?[0-9][0-9.eE+-]*|true|false|null)';
const blankLines = '(?:[ \\t\\r]*(?:\\n|$))*';

/** Lines of JSON, at least one; what a line holds is not shown, so only how JSON begins and ends is asked for. */
export const ndjson: Answer = {
  headers: runId,
  text: {
    mediaType: 'application/x-ndjson',
    example: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    pattern: `^${blankLines}(?:[ \\t]*${jsonValue}[ \\t\\r]*(?:\\n|$)${blankLines})+$`,
  },
  gives: { runId: examples.run_id, lines },
};

const jobId = 'job-1';
const messages = [{ role: 'user', content: 'Hello.' }];
const anyMessages = atLeastLike({ role: string('user'), content: string('Hello.') }, 1, 1);

export const idleMessages: Answer = { json: anyMessages, gives: { messages, jobId: null } };

export const messagesDuringJob: Answer = {
  headers: { 'x-service-job-id': regex('^.+$', jobId) },
  json: anyMessages,
  gives: { messages, jobId },
};
