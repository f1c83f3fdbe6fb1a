import type { Step } from '../cases/scenario.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { JudgedFinding } from '../verdicts/verdict.ts';
import { curlCommand } from './curl-command.ts';
import { keepingStatus, verdictLines } from './curl-verdict.ts';
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
  const lines = firsts.map((exchange) => {
    const step = steps[exchange.origin.step - 1];
    return exchange.id === shownBy && isPlain(exchange, step)
      ? `${waitBefore(step)}${keepingStatus(toCurl(exchange, runs))}`
      : toLines(exchange, step, runs);
  });
  const isKept = firsts.some((one) => one.id === shownBy && isPlain(one, steps[one.origin.step - 1]));
  return [...lines, ...verdictLines(finding, isKept)].join('\n');
}

/** Whether it is sent once, and no later request needs anything of its answer. */
function isPlain(exchange: Exchange, step: Step | undefined): boolean {
  const isPolled = ['await-idle', 'await-job', 'insist'].some((action) => action === step?.action);
  return runIdOf(exchange).length === 0 && !isPolled;
}

function waitBefore(step: Step | undefined): string {
  return step?.action === 'read-late' ? 'sleep 1; ' : '';
}

function runIdOf({ request, response, origin: { step } }: Exchange): { runId: string; step: number }[] {
  const runId = response?.headers.find(([name]) => name === 'x-service-run-id')?.[1];
  return request.method === 'POST' && runId ? [{ runId, step }] : [];
}

function toLines(exchange: Exchange, step: Step | undefined, runs: ReadonlyMap<string, string>): string {
  const command = toCurl(exchange, runs);
  const [started] = runIdOf(exchange);
  if (started !== undefined) {
    const name = `RUN_${started.step}`;
    const runId = `printf '%s' "$ANSWER" | tr -d '\\r' | sed -n 's/^x-service-run-id: //Ip' | head -n 1`;
    return `ANSWER=$(${command} -i); printf '%s\\n' "$ANSWER"; ${name}=$(${runId})`;
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
  return `${waitBefore(step)}${command} -i; echo`;
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
