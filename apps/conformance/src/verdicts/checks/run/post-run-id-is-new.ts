import { type Exchange, header } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { acceptedStarts } from '../../starts.ts';
import { type Check, type Judgement, judgeEach, type Recording } from '../../verdict.ts';

export const postRunIdIsNew: Check = {
  id: 'run.post-run-id-is-new',
  drivenBy: 'scenarios',
  evidence: ['run-id'],
  needs: [],
  judge,
};

function judge(recording: Recording): Judgement {
  const starts = [...(recording.earlierStarts ?? []), ...acceptedStarts(recording)].filter(runIdOf);
  const first = new Map<string | undefined, Exchange>();
  for (const start of starts) if (!first.has(runIdOf(start))) first.set(runIdOf(start), start);
  const isEarlier = new Set(recording.earlierStarts);
  return judgeEach(
    starts.slice(1).filter((start) => !isEarlier.has(start)),
    (start) => {
      const earlier = first.get(runIdOf(start));
      if (earlier === undefined || earlier === start) return undefined;
      return finding([earlier, start], {
        expected: { kind: 'unique', what: 'run' },
        observed: { kind: 'repeated', id: runIdOf(start) ?? '' },
      });
    },
  );
}

function runIdOf(start: Exchange): string | undefined {
  return header(start, 'x-service-run-id');
}
