import { createHash } from 'node:crypto';
import { BoundedMap } from './bounded-map.ts';
import { type Captured, headerIn, ownProxy } from './captured.ts';

/** Of so many exchanges it is known that they were there; the oldest are forgotten first. */
const mostKnown = 100_000;

/** Clocks of one machine, and the moments at which two tools look at them, are not further apart. */
const toleranceMs = 2_000;

interface Known {
  readonly source: string;
  readonly sentAt: number;
}

/**
 * Tells an exchange that was captured twice: in one file, or by a browser and a proxy beside it, whose clocks differ. The
 * proxy of this program never tells one twice.
 */
export function createCopies(): (captured: Captured) => boolean {
  const exchanges = new BoundedMap<string, Known>(mostKnown);
  const starts = new BoundedMap<string, Known>(mostKnown);
  return (captured) => {
    const { source, sentAt } = captured;
    if (source === ownProxy) return false;
    const run = startedRun(captured);
    const start = run === undefined ? undefined : starts.get(run);
    const name = nameOf(captured);
    const before = exchanges.get(name);
    const isCopy =
      (before !== undefined && isSameMoment(before, captured)) ||
      // No run begins twice; that one source tells so twice is the deployment's doing.
      (start !== undefined && start.source !== source);
    if (isCopy) return true;
    exchanges.set(name, { source, sentAt });
    if (run !== undefined) starts.set(run, { source, sentAt });
    return false;
  };
}

function isSameMoment(one: Known, { source, sentAt }: Captured): boolean {
  const apart = Math.abs(one.sentAt - sentAt);
  return one.source === source ? apart === 0 : apart <= toleranceMs;
}

function startedRun({ method, response }: Captured): string | undefined {
  return method === 'POST' && response !== undefined
    ? headerIn(response.headers, 'x-service-run-id')?.toLowerCase()
    : undefined;
}

/** Of what was asked and answered, as far as two tools write it alike. */
function nameOf({ method, url, requestBody, response }: Captured): string {
  const hash = createHash('sha1');
  for (const text of [method, url, requestBody ?? '', `${response?.status}`, response?.body ?? ''])
    hash.update(text).update('\0');
  return hash.digest('base64');
}
