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

/** A list that has at least the record of the state. */
export const someRecords: Answer = { json: atLeastLike({}, 1, 1), gives: [{}] };

/** What the client's paging reads of a page with the record of the state. */
export const page: Answer = { json: { items: atLeastLike({}, 1, 1) }, gives: { items: [{}] } };

/** There may be nothing on it. */
export const anyPage: Answer = { json: { items: atLeastLike({}, 0, 1) }, gives: { items: [{}] } };

/** What `beginLogin` reads. */
export const loginSession: Answer = {
  json: { cli_auth_id: string(examples.cli_auth_id) },
  gives: { cli_auth_id: examples.cli_auth_id },
};

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

/** The tokens of JSON. How they nest is no regular language: the state of the media type has the verifier look at that. */
const tokens = [
  '[\\[\\]{},:]',
  '"(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4}))*"',
  '-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?',
  'true|false|null',
].join('|');
const jsonValue = `(?:(?:${tokens})[ \\t\\r]*)+`;
const blankLines = '(?:[ \\t\\r]*(?:\\n|$))*';

/** Lines of JSON; neither what a line holds nor that there is one is shown. */
export const ndjson: Answer = {
  headers: runId,
  text: {
    mediaType: 'application/x-ndjson',
    example: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    pattern: `^${blankLines}(?:[ \\t]*${jsonValue}[ \\t\\r]*(?:\\n|$)${blankLines})*$`,
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
