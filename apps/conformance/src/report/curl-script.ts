import { longestUnreadTurnMs, type Step } from '../cases/scenario.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { JudgedFinding } from '../verdicts/verdict.ts';
import { answerTo } from './curl-answer.ts';
import { curlCommand, takeRunId } from './curl-command.ts';
import type { KeptAnswer } from './curl-filter.ts';
import { keepingAnswer, shownBy, threeTimes, verdictLines, withoutHead } from './curl-verdict.ts';
import { quote } from './shell-text.ts';

/** A shell script that sends a scenario again with curl alone; the key comes from the environment. */
export function curlScript(
  steps: readonly Step[],
  exchanges: readonly Exchange[],
  finding: JudgedFinding,
): string {
  const sent = sentFor(exchanges, steps, finding);
  const runs = new Map(sent.flatMap(runIdOf).map(({ runId, step }) => [runId, runVariable(step)]));
  const stepOf = ({ origin }: Exchange): Step | undefined => steps[origin.step - 1];
  const isSentOnce = (one: Exchange): boolean => isOnce(stepOf(one));
  // What sequences left is removed by now: its identifiers, which stand here as they were, lead nowhere.
  const lasting = sent.filter(({ origin }) => origin.case.kind !== 'sequence' || isAboutNothing(finding));
  const shown = shownBy(finding, sent);
  const kept = lasting.find((one) => one.id === shown && (isSentOnce(one) || isAskedToTheEnd(stepOf(one))));
  const waits = sent.filter((one) => isWaitForEnd(stepOf(one)));
  const [otherWait] = waits.filter((one) => one !== kept);
  const isEarly = kept !== undefined && waits.includes(kept) && isLookForBeginning(kept, finding);
  const context: Context = {
    runs,
    kept,
    others: othersIn(finding, shown, lasting.filter(isSentOnce)),
    message: messageOf(finding, sent.filter(isSentOnce)),
    look: isEarly ? lookAt(otherWait, runs) : lookForJob(finding, sent, runs),
    isEarly,
    waitSeconds: secondsToWait(finding, sent),
  };
  const lines = sent.flatMap((exchange) => toLines(exchange, stepOf(exchange), context) ?? []);
  const { others, message, look } = context;
  const [started] = kept === undefined ? [] : runIdOf(kept);
  const known = {
    exchange: kept,
    others,
    runId: started && runVariable(started.step),
    variableOf: (value: string) => runs.get(value),
    lasts: look && '[ -n "$JOB" ]',
    cameAbout: message && cameAbout(finding),
    isSent: (value: string) =>
      sent.some(({ request: { url, body = '' } }) => `${url} ${body}`.includes(value)),
  };
  const script = [...lines, ...verdictLines(finding, known)];
  // Where no exit code tells, to send it all again would tell no more.
  const isWorthAgain = steps.length > 0 && kept !== undefined && script.at(-1) !== 'exit 2';
  return (isWorthAgain ? threeTimes(script) : script).join('\n');
}

/** Each request once, up to the last that the finding rests on. */
function sentFor(
  exchanges: readonly Exchange[],
  steps: readonly Step[],
  finding: JudgedFinding,
): readonly Exchange[] {
  const last = Math.max(...finding.exchanges);
  const shown = exchanges.find(({ id, origin }) => id === last && isAskedToTheEnd(steps[origin.step - 1]));
  const firsts = exchanges
    .filter((one) => (shown?.origin.step === one.origin.step ? one === shown : one.origin.attempt === 1))
    .toSorted((a, b) => a.origin.step - b.origin.step || a.id - b.id);
  const end = firsts.findIndex(({ id }) => id === last);
  return end === -1 ? firsts : firsts.slice(0, end + 1);
}

interface Context {
  readonly runs: ReadonlyMap<string, string>;
  /** The request whose answer shows the finding. */
  readonly kept: Exchange | undefined;
  readonly others: readonly KeptAnswer[];
  /** The PUT on which it hangs what the history tells. */
  readonly message: Exchange | undefined;
  /** Looks whether the job goes on by which the answer is a finding. */
  readonly look: string | undefined;
  /** Whether it is about the first look at a job: to wait for its end, or that of another, would be too late. */
  readonly isEarly: boolean;
  /** For how long the end of a job is waited for. */
  readonly waitSeconds: number;
}

/** As long as a run does by default. */
const patience = 120;

/** A job that was shown for too long is waited for as long again. */
function secondsToWait({ expected, exchanges }: JudgedFinding, sent: readonly Exchange[]): number {
  if (!('because' in expected) || expected.because?.kind !== 'job-lasts') return patience;
  const [turn, read] = exchanges.map((id) => sent.find((one) => one.id === id));
  const shownMs = (read?.sentAt ?? Infinity) - (turn?.response?.endedAt ?? 0);
  return Number.isFinite(shownMs) ? Math.ceil(shownMs / 1000) : patience;
}

function othersIn(
  { exchanges }: JudgedFinding,
  shown: number | undefined,
  sent: readonly Exchange[],
): readonly KeptAnswer[] {
  const others = exchanges.filter((id) => id !== shown).map((id) => sent.find((one) => one.id === id));
  if (!others.every((one) => one !== undefined)) return [];
  return others.map((exchange): KeptAnswer => {
    const { step } = exchange.origin;
    const isStart = runIdOf(exchange).length > 0;
    return {
      exchange,
      variable: `BODY_${step}`,
      ...(isStart ? { runId: runVariable(step) } : {}),
    };
  });
}

const runVariable = (step: number): string => `RUN_${step}`;

/** Where the finding is about an identifier that nothing has, it needs no record. */
function isAboutNothing({ expected }: JudgedFinding): boolean {
  if (!('because' in expected)) return false;
  const { because } = expected;
  return because?.kind === 'unknown-id' || (because?.kind === 'repeated' && because.of === 'unknown-id');
}

/** A message that was taken is due in the history, one that was refused for a job is not. */
function cameAbout({ expected }: JudgedFinding): string {
  const isRefused = expected.kind === 'message' && expected.which === 'refused';
  return isRefused ? '[ "$TAKEN" = 409 ]' : `[ "\${TAKEN:0:1}" = 2 ]`;
}

/** The PUT of the message that the history should hold, or should not: what became of it, tells whether it should. */
function messageOf(
  { expected, observed }: JudgedFinding,
  exchanges: readonly Exchange[],
): Exchange | undefined {
  if (expected.kind !== 'message') return undefined;
  if (expected.which !== 'accepted' && expected.which !== 'refused') return undefined;
  const excerpt = expected.text ?? (observed.kind === 'message' ? observed.text : undefined);
  if (excerpt === undefined) return undefined;
  const text = JSON.stringify(excerpt.begins).slice(1, -1);
  return exchanges.find(({ request: { method, body = '' } }) => method === 'PUT' && body.includes(text));
}

/** A job may have ended by the time that a shell has sent the next request. */
function lookForJob(
  { expected }: JudgedFinding,
  exchanges: readonly Exchange[],
  runs: ReadonlyMap<string, string>,
): string | undefined {
  const isDueToJob = 'because' in expected && expected.because?.kind === 'job-running';
  const read = exchanges.findLast(({ operation }) => operation === 'getRunMessages');
  return isDueToJob ? lookAt(read, runs) : undefined;
}

function lookAt(read: Exchange | undefined, runs: ReadonlyMap<string, string>): string | undefined {
  return read && `JOB=$(${toCurl(read, runs)} -D - -o /dev/null | grep -i '^x-service-job-id:')`;
}

/** A job of a run was to be shown at the first look, as that of another run was. */
function isLookForBeginning({ origin }: Exchange, { expected }: JudgedFinding): boolean {
  const isForJob = expected.kind === 'header' && expected.name === 'x-service-job-id';
  return isForJob && expected.presence === 'present' && origin.attempt === 1;
}

/** Whether it is sent once: of what is polled, the last answer is not like the others. */
function isOnce(step: Step | undefined): boolean {
  return !['await-idle', 'await-job', 'insist', 'resume'].some((action) => action === step?.action);
}

function isWaitForEnd(step: Step | undefined): boolean {
  return step?.action === 'await-idle';
}

/** Of what is asked until something changes: whether the last answer is the one that counts. */
function isAskedToTheEnd(step: Step | undefined): boolean {
  return isWaitForEnd(step) || step?.action === 'resume';
}

function waitBefore(step: Step | undefined): string {
  return step?.action === 'read-late' ? 'sleep 1; ' : '';
}

function runIdOf({ request, response, origin: { step } }: Exchange): { runId: string; step: number }[] {
  const runId = response?.headers.find(([name]) => name === 'x-service-run-id')?.[1];
  return request.method === 'POST' && runId ? [{ runId, step }] : [];
}

function toLines(exchange: Exchange, step: Step | undefined, context: Context): string | undefined {
  const { runs, kept, message, isEarly } = context;
  const command = toCurl(exchange, runs);
  if (exchange === message) return takingMessage(command);
  if (isEarly && isWaitForEnd(step) && exchange !== kept) return undefined;
  const polled = isEarly ? undefined : polling(exchange, step, context);
  return polled ?? sendingOnce(exchange, step, context);
}

/** What is asked until it changes. */
function polling(
  exchange: Exchange,
  step: Step | undefined,
  { runs, kept, waitSeconds }: Context,
): string | undefined {
  const command = toCurl(exchange, runs);
  const isConflict = `[ "$(${command} -o /dev/null -w '%{http_code}')" = 409 ]`;
  const toTheEnd = (wait: string): string =>
    exchange === kept ? `${wait}; ${keepingAnswer(answerTo(command))}` : wait;
  switch (step?.action) {
    case 'await-idle':
      return toTheEnd(
        inTime(`${command} -D - -o /dev/null | grep -qi '^x-service-job-id:'`, 0.2, waitSeconds),
      );
    case 'await-job':
      return `for _ in 1 2 3 4 5; do ${command} -D - -o /dev/null | grep -qi '^x-service-job-id:' && break; sleep 0.2; done`;
    case 'resume':
      return toTheEnd(inTime(isConflict, 0.25, longestUnreadTurnMs / 1000));
    case 'insist':
      return inTime(isConflict, 0.05, waitSeconds);
    default:
      return undefined;
  }
}

function sendingOnce(
  exchange: Exchange,
  step: Step | undefined,
  { runs, kept, others, look }: Context,
): string {
  const command = toCurl(exchange, runs);
  const [started] = runIdOf(exchange);
  const other = others.find((one) => one.exchange === exchange);
  const hangsUp = step?.hangsUp === true;
  if (exchange === kept && !hangsUp)
    return [
      `${waitBefore(step)}${keepingAnswer(answerTo(command))}`,
      ...(started === undefined ? [] : [takeRunId(runVariable(started.step), 'ANSWER')]),
      ...(look === undefined ? [] : [look]),
    ].join('; ');
  if (started === undefined && other === undefined && !hangsUp)
    return `${waitBefore(step)}${command} -i; echo`;
  return [
    `${waitBefore(step)}SENT=$(${command}${hangsUp ? toItsHead : ' -i'})`,
    'printf \'%s\\n\' "$SENT"',
    ...(started === undefined ? [] : [takeRunId(runVariable(started.step), 'SENT')]),
    ...(other === undefined ? [] : [`${other.variable}=$(printf '%s\\n' "$SENT" | ${withoutHead})`]),
  ].join('; ');
}

/** Reads no further than the headers, so that curl hangs up when the answer begins. */
const toItsHead = " -N -i | sed '/^\\r*$/q'";

/** Asks again while that holds, but not without end: what never ends may be the very fault. */
function inTime(condition: string, pauseSeconds: number, seconds: number): string {
  return `END=$((SECONDS + ${seconds})); while [ $SECONDS -lt $END ] && ${condition}; do sleep ${pauseSeconds}; done`;
}

/** Keeps the status: what the history should hold depends on it. */
function takingMessage(command: string): string {
  return `TAKEN=$(${command} -i -w '\\n%{http_code}'); printf '%s\\n' "$TAKEN"; TAKEN=$(printf '%s' "$TAKEN" | tail -n 1)`;
}

function toCurl(exchange: Exchange, runs: ReadonlyMap<string, string>): string {
  return curlCommand(exchange, { url: quoteUrl(exchange.request.url, runs) });
}

/** Run ids come from the answers of this very script. */
function quoteUrl(url: string, runs: ReadonlyMap<string, string>): string {
  for (const [runId, name] of runs) {
    const encoded = encodeURIComponent(runId);
    if (url.endsWith(`/${encoded}`)) return `${quote(url.slice(0, -encoded.length))}"$${name}"`;
  }
  return quote(url);
}
