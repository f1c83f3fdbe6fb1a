import { span } from './headline.ts';
import type { ReportedExchange } from './report.ts';
import { wrapEvidence } from './wrap.ts';

/** Requests and answers as a terminal shows them; times count from the first one. */
export function wireLines(
  exchanges: readonly ReportedExchange[],
  dim: (text: string) => string = (text) => text,
): string[] {
  const start = Math.min(...exchanges.map(({ sentAtMs }) => sentAtMs));
  return exchanges.flatMap(({ step, request, response, sentAtMs, tookMs }) => [
    ...wrapEvidence(`    ${step}. +${span(sentAtMs - start)}  ${request}`, hang),
    ...wrapEvidence(`${hang}${response} (after ${span(tookMs)})`, hang).map(dim),
  ]);
}

const hang = ' '.repeat(7);
