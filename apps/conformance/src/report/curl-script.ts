import type { Step } from '../cases/scenario.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { JudgedFinding } from '../verdicts/verdict.ts';
import { curlCommand } from './curl-command.ts';
import { keepingAnswer, verdictLines } from './curl-verdict.ts';
import { quote } from './shell-text.ts';

/** A shell script that sends a scenario again with curl alone; the key comes from the environment. */
export function curlScript(
  steps: readonly Step[],
  exchanges: readonly Exchange[],
  finding: JudgedFinding,
): string {
  const shownBy = finding.exchanges.at(-1);
  const firsts = exchanges
    .filter(({ origin }) => origin.attempt === 1)
    .toSorted((a, b) => a.origin.step - b.origin.step || a.id - b.id);
  const runs = new Map(
    firsts.flatMap((exchange) => runIdOf(exchange)).map(({ runId, step }) => [runId, `RUN_${step}`]),
  );
  // What sequences left is removed by now: its identifiers, which stand here as they were, lead nowhere.
  const lasting = firsts.filter(({ origin }) => origin.case.kind !== 'sequence');
  const kept = lasting.find((one) => one.id === shownBy && isOnce(steps[one.origin.step - 1]));
  const message = messageOf(
    finding,
    firsts.filter(({ origin }) => isOnce(steps[origin.step - 1])),
  );
  const lines = firsts.map((exchange) =>
    toLines(exchange, steps[exchange.origin.step - 1], {
      runs,
      isKept: exchange === kept,
      isMessage: exchange === message,
    }),
  );
  const known = {
    exchange: kept,
    variableOf: (value: string) => runs.get(value),
    lasts: lastingJob(finding, firsts, runs),
    cameAbout: message && wasTaken,
    isSent: (value: string) =>
      firsts.some(({ request: { url, body = '' } }) => `${url} ${body}`.includes(value)),
  };
  return [...lines, ...verdictLines(finding, known)].join('\n');
}

const wasTaken = `[ "\${TAKEN:0:1}" = 2 ]`;

/** The PUT of the message that the history should hold: where it is refused this time, the history tells nothing. */
function messageOf({ expected }: JudgedFinding, exchanges: readonly Exchange[]): Exchange | undefined {
  if (expected.kind !== 'message' || expected.which !== 'accepted' || expected.text === undefined)
    return undefined;
  const text = JSON.stringify(expected.text.begins).slice(1, -1);
  return exchanges.find(({ request: { method, body = '' } }) => method === 'PUT' && body.includes(text));
}

/** A job may have ended by the time that a shell has sent the next request. */
function lastingJob(
  { expected }: JudgedFinding,
  exchanges: readonly Exchange[],
  runs: ReadonlyMap<string, string>,
): string | undefined {
  const isDueToJob = 'because' in expected && expected.because?.kind === 'job-running';
  const read = exchanges.findLast(({ operation }) => operation === 'getRunMessages');
  return isDueToJob && read !== undefined
    ? `${toCurl(read, runs)} -D - -o /dev/null | grep -qi '^x-service-job-id:'`
    : undefined;
}

/** Whether it is sent once: of what is polled, the last answer is not like the others. */
function isOnce(step: Step | undefined): boolean {
  return !['await-idle', 'await-job', 'insist'].some((action) => action === step?.action);
}

function waitBefore(step: Step | undefined): string {
  return step?.action === 'read-late' ? 'sleep 1; ' : '';
}

function runIdOf({ request, response, origin: { step } }: Exchange): { runId: string; step: number }[] {
  const runId = response?.headers.find(([name]) => name === 'x-service-run-id')?.[1];
  return request.method === 'POST' && runId ? [{ runId, step }] : [];
}

function toLines(
  exchange: Exchange,
  step: Step | undefined,
  {
    runs,
    isKept,
    isMessage,
  }: { readonly runs: ReadonlyMap<string, string>; readonly isKept: boolean; readonly isMessage: boolean },
): string {
  const command = toCurl(exchange, runs);
  if (isMessage)
    return `TAKEN=$(${command} -i -w '\\n%{http_code}'); printf '%s\\n' "$TAKEN"; TAKEN=$(printf '%s' "$TAKEN" | tail -n 1)`;
  const [started] = runIdOf(exchange);
  if (started !== undefined) {
    const name = `RUN_${started.step}`;
    const runId = `printf '%s' "$ANSWER" | tr -d '\\r' | sed -n 's/^x-service-run-id: //Ip' | head -n 1`;
    const sending = isKept ? keepingAnswer(command) : `ANSWER=$(${command} -i); printf '%s\\n' "$ANSWER"`;
    return `${sending}; ${name}=$(${runId})`;
  }
  if (step?.action === 'await-idle') {
    return `while ${command} -D - -o /dev/null | grep -qi '^x-service-job-id:'; do sleep 0.2; done`;
  }
  if (step?.action === 'await-job') {
    return `for _ in 1 2 3 4 5; do ${command} -D - -o /dev/null | grep -qi '^x-service-job-id:' && break; sleep 0.2; done`;
  }
  if (step?.action === 'insist') {
    return `while [ "$(${command} -o /dev/null -w '%{http_code}')" = 409 ]; do sleep 0.05; done`;
  }
  return `${waitBefore(step)}${isKept ? keepingAnswer(command) : `${command} -i; echo`}`;
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
