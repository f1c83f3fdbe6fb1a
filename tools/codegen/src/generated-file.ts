/** One file of a src/gen folder, before its banner. */
export interface GeneratedFile {
  /** Relative to the gen folder. */
  path: string;
  content: string;
}
