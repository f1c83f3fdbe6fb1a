import { type Exchange, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { keyOfPath, leavesOf, numbersOf } from '../../leaves.ts';
import { probesOf } from '../../probes.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const eventCountsOnce: Check = {
  id: 'law.event-counts-once',
  drivenBy: 'sequences',
  evidence: ['repeated'],
  needs: ['webhook'],
  judge: (recording) =>
    judgeEach(subjectsIn(recording), ({ first, again, before: [one, other], after }) => {
      const [was, still, is] = [one, other, after].map(numbersOf);
      const moved = leavesOf(after).find(({ path }) => {
        const name = keyOfPath(path);
        return was?.has(name) && was.get(name) === still?.get(name) && is?.get(name) !== was.get(name);
      });
      if (moved === undefined) return undefined;
      const { path, value } = moved;
      const before = was?.get(keyOfPath(path));
      return finding([first, other, again, after], {
        expected: { kind: 'field', path, oneOf: [before] },
        observed: { kind: 'field', path, value, before },
      });
    }),
};

/** An event that was taken, two reads of what it may book, the same event once more, and the read again. */
interface Subject {
  readonly first: Exchange;
  readonly before: readonly [Exchange, Exchange];
  readonly again: Exchange;
  readonly after: Exchange;
}

const books: readonly string[] = ['getCredits', 'getBilling'];

function subjectsIn(recording: Recording): readonly Subject[] {
  const events = probesOf(recording, ['receivePaymentEvent']).filter(
    (one) => succeeded(one) && one.intent?.kind === 'valid',
  );
  return events.flatMap((again) => {
    const first = events.findLast((one) => isSameCase(one, again) && endedAt(one) <= again.sentAt);
    if (first === undefined || first.request.body !== again.request.body) return [];
    return books.flatMap((operation) => {
      const reads = probesOf(recording, [operation]).filter(
        (one) => isSameCase(one, again) && one.identity === 'own' && succeeded(one),
      );
      const [one, other] = reads.filter(
        (read) => read.sentAt >= endedAt(first) && endedAt(read) <= again.sentAt,
      );
      const after = reads.find((read) => read.sentAt >= endedAt(again));
      return one === undefined || other === undefined || after === undefined
        ? []
        : [{ first, before: [one, other], again, after }];
    });
  });
}
