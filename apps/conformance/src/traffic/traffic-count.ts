/** How much was read, and why some of it is not judged. */
export interface TrafficCount {
  readonly judged: number;
  /** Behind neither address. */
  readonly elsewhere: number;
  /** None of the contract's operations. */
  readonly noOperation: number;
  /** Asks for something that the interface doesn't show. */
  readonly extended: number;
  /** Answered by a cache, or captured twice. */
  readonly copies: number;
  /** Without the body of its answer, or with a part of it. */
  readonly withoutBody: number;
  /** Without a word on who sent it. */
  readonly withoutCaller: number;
  /** Runs that were forgotten, the oldest first, since there were too many. */
  readonly forgottenRuns: number;
  /** The same of records. */
  readonly forgottenRecords: number;
  /** How many callers are told apart by their credentials alone. */
  readonly guessedCallers: number;
}

export const nothingRead: TrafficCount = {
  judged: 0,
  elsewhere: 0,
  noOperation: 0,
  extended: 0,
  copies: 0,
  withoutBody: 0,
  withoutCaller: 0,
  forgottenRuns: 0,
  forgottenRecords: 0,
  guessedCallers: 0,
};
