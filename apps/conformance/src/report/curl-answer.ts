/** The commands that print an answer: as it comes from a call, or as it was kept of one of several calls at once. */
export interface AnswerSource {
  readonly body: string;
  /** Headers and body. */
  readonly whole: string;
  /** Headers and body, and the status in a line of its own. */
  readonly withStatus: string;
}

export function answerTo(command: string): AnswerSource {
  return { body: command, whole: `${command} -i`, withStatus: `${command} -i -w '\\n%{http_code}'` };
}

/** What curl is told for a call, and the number under which its answer is kept. */
export interface CallAtOnce {
  readonly options: string;
  readonly step: number;
}

/** Sends calls at once by one curl, since several of them would start one after the other, and keeps what is answered. */
export function sendingAtOnce(calls: readonly CallAtOnce[]): readonly string[] {
  const sent = calls.map(({ options, step }) => {
    const [head, body] = filesOf(step);
    return `${options} -D ${head} -o ${body}`;
  });
  return [
    `AT_ONCE=$\{AT_ONCE:-$(mktemp -d)}; trap 'rm -rf "$AT_ONCE"' EXIT`,
    `curl -Z --parallel-immediate --no-progress-meter ${sent.join(' \\\n  --next ')}`,
  ];
}

/** What was answered to such a call. */
export function answerAtOnce(step: number): AnswerSource {
  const [head, body] = filesOf(step);
  return {
    body: `cat ${body}`,
    whole: `cat ${head} ${body}`,
    withStatus: `cat ${head} ${body}; echo; ${statusesOf([step])}`,
  };
}

/** Prints the status of each of several calls at once, in lines. */
export function statusesOf(steps: readonly number[]): string {
  const heads = steps.map((step) => filesOf(step)[0]).join(' ');
  return `sed -n 's/^HTTP[^ ]* \\([2-5][0-9]*\\).*/\\1/p' ${heads}`;
}

function filesOf(step: number): readonly [head: string, body: string] {
  return [`"$AT_ONCE"/${step}.head`, `"$AT_ONCE"/${step}.body`];
}
