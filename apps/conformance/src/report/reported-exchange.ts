import type { Exchange } from '../exchanges/exchange.ts';
import type { ReportedExchange } from './report.ts';

/**
 * An exchange as a report shows it: what matters of it, shortened.
 *
 * @param disputed what a long answer is shown around, the first that it holds
 */
export function toReportedExchange(exchange: Exchange, disputed: readonly string[] = []): ReportedExchange {
  const { request, sentAt, response, transportError } = exchange;
  const end = response?.endedAt ?? transportError?.at ?? sentAt;
  return {
    step: exchange.origin.step,
    request: `${request.method} ${request.url}`,
    ...(request.body === undefined ? {} : { body: shorten(request.body) }),
    response:
      response === undefined
        ? `no answer: ${transportError?.message ?? 'unknown'}`
        : describeResponse(response, disputed),
    ...wholeOf(response?.body.text ?? ''),
    sentAtMs: sentAt,
    ...(response === undefined ? {} : { headersAfterMs: toMilliseconds(response.headersAt - sentAt) }),
    tookMs: toMilliseconds(end - sentAt),
  };
}

function toMilliseconds(span: number): number {
  return Math.round(span * 1000) / 1000;
}

/** Of what is shortened, and not too long for a page. */
function wholeOf(text: string): Pick<ReportedExchange, 'answer'> {
  return text.length <= longest || text.length > longestWhole ? {} : { answer: text };
}

function describeResponse(
  { status, headers, body }: NonNullable<Exchange['response']>,
  disputed: readonly string[],
): string {
  const shown = headers.filter(([name]) => name.startsWith('x-service-') || name === 'content-type');
  return [
    `${status}`,
    ...shown.map(([name, value]) => `${name}: ${value}`),
    around(body.text, disputed),
  ].join(' · ');
}

const longest = 300;
const longestWhole = 50_000;
/** So much of a long answer stands before what is disputed. */
const before = 100;

function around(text: string, disputed: readonly string[]): string {
  const at = disputed.map((value) => text.indexOf(value)).find((index) => index !== -1) ?? 0;
  const from = Math.max(0, at - before);
  if (text.length <= longest || from === 0) return shorten(text);
  const to = Math.min(text.length, from + 280);
  return `…${text.slice(from, to)}${to < text.length ? '…' : ''} (characters ${from + 1} to ${to} of ${text.length})`;
}

function shorten(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, 280)}… (${text.length} characters)`;
}
