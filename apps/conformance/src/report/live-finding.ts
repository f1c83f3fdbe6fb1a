import * as z from 'zod';
import type { Exchange } from '../exchanges/exchange.ts';
import type { JudgedFinding } from '../verdicts/verdict.ts';
import { printableText } from './printable.ts';
import { detailsSchema } from './report.ts';
import { say } from './sentences/say.ts';
import { wrap } from './wrap.ts';

export const liveFindingSchema = z
  .object({
    schema: z.literal('agent-workers-conformance-live-finding/1'),
    news: z
      .enum(['found', 'taken-back'])
      .describe('A finding is taken back where what came later has another explanation for it.'),
    rule: z.string(),
    cause: z.string().describe('What findings have in common when one mistake explains them.'),
    operation: z.string(),
    sentAt: z.iso.datetime().describe('When the request was sent that shows the trouble.'),
    request: z.string().describe('Its method and URL.'),
    status: z.int().optional().describe('Left out where no answer came.'),
    expected: z.string().describe('In a sentence, which another version may word otherwise.'),
    observed: z.string().describe('In a sentence, which another version may word otherwise.'),
    details: detailsSchema,
    exchanges: z
      .array(z.int())
      .describe('The exchanges that show it, as exchanges.jsonl numbers them; the last shows the trouble.'),
  })
  .describe('One finding in traffic that others made, told while the traffic goes on.');

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
