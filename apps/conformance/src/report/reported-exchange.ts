import type { Exchange } from '../exchanges/exchange.ts';
import type { ReportedExchange } from './report.ts';

/** An exchange as a report shows it: what matters of it, shortened. */
export function toReportedExchange(exchange: Exchange): ReportedExchange {
  const { request, sentAt, response, transportError } = exchange;
  const end = response?.endedAt ?? transportError?.at ?? sentAt;
  return {
    step: exchange.origin.step,
    request: `${request.method} ${request.url}`,
    ...(request.body === undefined ? {} : { body: shorten(request.body) }),
    response:
      response === undefined
        ? `no answer: ${transportError?.message ?? 'unknown'}`
        : describeResponse(response),
    sentAtMs: sentAt,
    ...(response === undefined ? {} : { headersAfterMs: toMilliseconds(response.headersAt - sentAt) }),
    tookMs: toMilliseconds(end - sentAt),
  };
}

function toMilliseconds(span: number): number {
  return Math.round(span * 1000) / 1000;
}

function describeResponse({ status, headers, body }: NonNullable<Exchange['response']>): string {
  const shown = headers.filter(([name]) => name.startsWith('x-service-') || name === 'content-type');
  return [`${status}`, ...shown.map(([name, value]) => `${name}: ${value}`), shorten(body.text)].join(' · ');
}

function shorten(text: string): string {
  return text.length <= 300 ? text : `${text.slice(0, 280)}… (${text.length} characters)`;
}
