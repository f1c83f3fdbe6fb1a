import { type Exchange, isWrite, succeeded } from '../exchanges/exchange.ts';
import type { Finding } from '../verdicts/findings/finding.ts';
import type { ReportedFinding } from './report.ts';

/**
 * The write that made a finding, where a later request shows it: the removal of what is still there, the creation of
 * what is not. Of a removed record, whatever wrote it before is of no account.
 */
export function causingWrite(
  { exchanges: ids, expected }: Pick<Finding, 'exchanges' | 'expected'>,
  exchanges: readonly Exchange[],
): ReportedFinding['doneBy'] {
  const evidence = ids.flatMap((id) => exchanges.find((one) => one.id === id) ?? []);
  const because = 'because' in expected ? expected.because : undefined;
  const isRemoved = because?.kind === 'removed';
  const last = evidence.at(-1);
  // What the answer to a write shows, that write has done itself.
  if (expected.kind === 'field' && last?.resource !== undefined && isWrite({ resource: last.resource }))
    return undefined;
  const write = evidence
    .slice(0, -1)
    .findLast(
      ({ resource, ...exchange }) =>
        resource !== undefined &&
        succeeded(exchange) &&
        (isRemoved ? resource.act === 'remove' : isWrite({ resource })),
    );
  if (write?.response === undefined) return undefined;
  const { operation, request, response } = write;
  return { operation, request: `${request.method} ${request.url}`, status: response.status };
}
