/**
 * The open files of a sandboxed process. Its standard output and error go nowhere, so that what a program's runtime
 * prints by accident is no answer.
 */
export const descriptors = {
  /** The program comes in here, as one line of JSON; its end means that the server is gone. */
  program: 0,
  /** The answer goes out here. */
  answer: 3,
  /** An open file that the process was given. */
  given: 4,
  /** Node itself, where its path is closed to the user that the process runs as. */
  node: 5,
  /** The filter of system calls, which bubblewrap reads before Node starts. */
  filter: 6,
} as const;

/** What a process writes first, before it is given a program. */
export const readyLine = 'ready\n';
