import type * as z from 'zod';
import type { Exchange } from '../exchanges/exchange.ts';
import type { JudgedFinding } from '../verdicts/verdict.ts';
import type { liveFindingSchema } from './live-finding-schema.ts';
import { printableText } from './printable.ts';
import { say } from './sentences/say.ts';
import { wrap } from './wrap.ts';

/** A finding as it is told when it comes up. */
export type LiveFinding = z.infer<typeof liveFindingSchema>;

/**
 * @param shownBy the exchange that shows the trouble
 * @param began when the recording began, in ms since 1970
 */
export function toLiveFinding(
  rule: string,
  { cause, operation, exchanges, expected, observed }: JudgedFinding,
  { shownBy, began }: { readonly shownBy: Exchange; readonly began: number },
): LiveFinding {
  const { request, response, sentAt } = shownBy;
  return {
    schema: 'agent-workers-conformance-live-finding/1',
    news: 'found',
    rule,
    cause,
    operation,
    sentAt: new Date(began + sentAt).toISOString(),
    request: `${request.method} ${request.url}`,
    ...(response && { status: response.status }),
    ...say({ expected, observed }),
    details: { expected, observed },
    exchanges: [...exchanges],
  };
}

/** For people; nothing that a target answered can act on the terminal. */
export function liveFindingInWords({ news, rule, request, status, expected, observed }: LiveFinding): string {
  if (news === 'taken-back')
    return `No longer broken: ${rule}. What came later explains ${oneLine(request)}.\n`;
  return [
    `Broken: ${rule}`,
    `  request   ${oneLine(request)} → ${status ?? 'no answer'}`,
    ...wrap(`  expected  ${oneLine(expected)}`, hang),
    ...wrap(`  observed  ${oneLine(observed)}`, hang),
    '',
  ].join('\n');
}

const hang = ' '.repeat('  expected  '.length);

function oneLine(text: string): string {
  return printableText(text).replaceAll('\n', '\\n');
}
