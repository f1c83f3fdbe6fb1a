import type { Step } from '../cases/scenario.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { curlCommand } from './curl-command.ts';
import { quote } from './shell-text.ts';

/** A shell script that sends a scenario again with curl alone; the key comes from the environment. */
export function curlScript(steps: readonly Step[], exchanges: readonly Exchange[]): string {
  const firsts = exchanges
    .filter(({ origin }) => origin.attempt === 1)
    .toSorted((a, b) => a.origin.step - b.origin.step || a.id - b.id);
  const runs = new Map(
    firsts.flatMap((exchange) => runIdOf(exchange)).map(({ runId, step }) => [runId, `RUN_${step}`]),
  );
  return firsts.map((exchange) => toLines(exchange, steps[exchange.origin.step - 1], runs)).join('\n');
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
    return `${name}=$(${command} -D - -o /dev/null | tr -d '\\r' | sed -n 's/^x-service-run-id: //Ip'); echo "$${name}"`;
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
  const wait = step?.action === 'read-late' ? 'sleep 1; ' : '';
  return `${wait}${command} -i; echo`;
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
