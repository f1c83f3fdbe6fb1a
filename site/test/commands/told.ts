/** What a command of a document needs here. One of which nothing is told is run as it stands, and ends with exit code 0. */
export interface Told {
  /** The words that it begins with; the first entry that fits a command counts. */
  readonly begins: string;
  /** Why it isn't run. */
  readonly notRun?: string;
  /** The test that runs it. */
  readonly runBy?: string;
  /** Default 0. */
  readonly exits?: number;
  /** Text of the document, and what stands for it here; `{name}` is an address or a key of the place. */
  readonly here?: Readonly<Record<string, string>>;
  /** Options that keep it small. */
  readonly adds?: string;
  /** What brings about that which the document takes for granted. */
  readonly before?: string;
  /** It runs until it says this; then SIGTERM has to end it with its exit code. */
  readonly until?: RegExp;
  /** What is done while it runs, before it is ended. */
  readonly meanwhile?: string;
  /** What it says of that. */
  readonly answers?: RegExp;
  /** What it says, where the document doesn't show it. */
  readonly says?: RegExp;
}

/** By the path of a document, or the address of a page that is made of none. */
export type Stories = Readonly<Record<string, readonly Told[]>>;
