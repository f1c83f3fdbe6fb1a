import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import type { Check } from '../../verdict.ts';

/** An answer that takes less may be there at once. In milliseconds. */
const leastMs = 500;

/** What comes within so many milliseconds of the end comes in one piece. */
const togetherMs = 100;

/** Whoever reads may be held up once, but not each time. */
const fewest = 2;

export const comesPieceByPiece: Check = {
  id: 'text.comes-piece-by-piece',
  drivenBy: 'scenarios',
  evidence: ['slow-stream'],
  needs: ['slowMessage'],
  judge: ({ workers }, { operations }) => {
    const slow = workers.filter((one) => operations.includes(one.operation) && isSlow(one));
    const answers = [...Map.groupBy(slow, ({ operation }) => operation).values()];
    const judged = answers.filter(({ length }) => length >= fewest);
    return {
      subjects: judged.flat().length,
      findings: judged
        .filter((some) => some.every(isHeldBack))
        .flatMap(([first]) => (first ? [late(first)] : [])),
    };
  },
};

function isSlow(answer: Exchange): boolean {
  const { sent, identity, transport, response, sentAt } = answer;
  const isWhole = succeeded(answer) && response?.body.ended === 'complete';
  const isAsked = sent?.kind === 'slow' && identity === 'own' && transport === 'text';
  return isAsked && isWhole && (response?.endedAt ?? sentAt) - sentAt >= leastMs;
}

function isHeldBack(answer: Exchange): boolean {
  return tookMs(answer) - firstWordsMs(answer) < togetherMs;
}

function firstWordsMs({ response, sentAt }: Exchange): number {
  return (response?.body.chunks[0]?.at ?? response?.endedAt ?? sentAt) - sentAt;
}

function tookMs({ response, sentAt }: Exchange): number {
  return (response?.endedAt ?? sentAt) - sentAt;
}

function late(answer: Exchange) {
  return finding([answer], {
    expected: { kind: 'timing', what: 'first-words', atMostMs: Math.round(tookMs(answer) - togetherMs) },
    observed: { kind: 'timing', ms: Math.round(firstWordsMs(answer)) },
  });
}
