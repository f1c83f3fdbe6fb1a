import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { endedAt } from '../../run-history.ts';
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
  const { sent, identity, transport } = answer;
  const isAsked = sent?.kind === 'slow' && identity === 'own' && transport === 'text';
  return isAsked && succeeded(answer) && isWhole(answer) && tookMs(answer) >= leastMs;
}

function isWhole({ response }: Exchange): boolean {
  return response?.body.ended === 'complete';
}

function isHeldBack(answer: Exchange): boolean {
  return tookMs(answer) - firstWordsMs(answer) < togetherMs;
}

function firstWordsMs(answer: Exchange): number {
  const [first] = answer.response?.body.chunks ?? [];
  return first === undefined ? tookMs(answer) : first.at - answer.sentAt;
}

function tookMs(answer: Exchange): number {
  return endedAt(answer) - answer.sentAt;
}

function late(answer: Exchange) {
  return finding([answer], {
    expected: { kind: 'timing', what: 'first-words', atMostMs: Math.round(tookMs(answer) - togetherMs) },
    observed: { kind: 'timing', ms: Math.round(firstWordsMs(answer)) },
  });
}
