import * as fc from 'fast-check';

/** One way to fill every silence of the Workers API; the interface allows all of them. */
export interface Choices {
  /** Status codes other than 409 are not shown. */
  readonly success: number;
  readonly refusal: number;
  readonly unknown: number;
  /** A PUT while another turn is still streaming is undefined. */
  readonly duringTurn: 'wait' | 409 | 423 | 'take';
  /** The role values were only seen. */
  readonly roles: readonly [user: string, worker: string];
  readonly preamble: boolean;
  readonly toolMessages: boolean;
  readonly extraFields: boolean;
  /** Header names compare without case; the job header may be on every endpoint, and its value is anything. */
  readonly upperCaseHeaders: boolean;
  readonly jobHeaderEverywhere: boolean;
  readonly jobValue: 'same' | 'new each time' | 'empty-looking';
  /** A job may begin after the answer that promised it. */
  readonly jobDelay: number;
  readonly jobLength: number;
  /** The shape of an NDJSON line, and how lines are set. */
  readonly line: 'flat' | 'nested' | 'deltas' | 'array' | 'bare';
  readonly lineEnd: '\n' | '\r\n';
  readonly lastLineEnds: boolean;
  readonly blankLines: boolean;
  /** A reply may come in one piece, or byte by byte. */
  readonly pieces: 'one' | 'bytes' | 'words';
  readonly contentType: string;
  /** How a stored answer is set is not shown. */
  readonly storedAnswer: 'as streamed' | 'trimmed' | 'summary';
  readonly silentWorker: boolean;
  readonly user: {
    /** Which status refuses a bad credential is shown for the tool run only. */
    readonly refusal: number;
    /** 422 is a status that invalid input can have. */
    readonly invalid: number;
    /** Says 403 where it could say 404. */
    readonly hides: boolean;
    /** An operation that only ever has its documented internal error. */
    readonly failing: string;
    /** The fields of records are not shown. */
    readonly array: readonly unknown[];
    readonly record: unknown;
  };
}

export const choices: fc.Arbitrary<Choices> = fc.record({
  success: fc.constantFrom(200, 201, 202, 206),
  refusal: fc.constantFrom(400, 401, 403, 404, 422),
  unknown: fc.constantFrom(404, 422, 400),
  duringTurn: fc.constantFrom<Choices['duringTurn'][]>('wait', 409, 423, 'take'),
  roles: fc.constantFrom<[string, string][]>(['user', 'assistant'], ['human', 'agent'], ['user', 'model']),
  preamble: fc.boolean(),
  toolMessages: fc.boolean(),
  extraFields: fc.boolean(),
  upperCaseHeaders: fc.boolean(),
  jobHeaderEverywhere: fc.boolean(),
  jobValue: fc.constantFrom<Choices['jobValue'][]>('same', 'new each time', 'empty-looking'),
  jobDelay: fc.constantFrom(0, 0, 15, 40),
  jobLength: fc.constantFrom(5, 40, 80),
  line: fc.constantFrom<Choices['line'][]>('flat', 'nested', 'deltas', 'array', 'bare'),
  lineEnd: fc.constantFrom<Choices['lineEnd'][]>('\n', '\r\n'),
  lastLineEnds: fc.boolean(),
  blankLines: fc.boolean(),
  pieces: fc.constantFrom<Choices['pieces'][]>('one', 'bytes', 'words'),
  contentType: fc.constantFrom(
    'text/plain',
    'text/event-stream',
    'application/octet-stream',
    'application/json',
  ),
  storedAnswer: fc.constantFrom<Choices['storedAnswer'][]>('as streamed', 'trimmed', 'summary'),
  silentWorker: fc.boolean(),
  user: fc.record({
    refusal: fc.constantFrom(401, 403, 400, 404),
    invalid: fc.constantFrom(422, 400),
    hides: fc.boolean(),
    failing: fc.constantFrom('', 'listBundles', 'getCredits', 'searchTools', 'listPublicTools'),
    array: fc.constantFrom([], [{}], [{ name: 'x', nested: [1] }], ['bare']),
    record: fc.constantFrom<unknown[]>({}, { data: { items: [] } }, [], null, 'bare', 42),
  }),
});
