import { inCases, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { excerptOf } from '../../findings/observe.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const toolKeepsAllLetters: Check = {
  id: 'law.tool-keeps-all-letters',
  drivenBy: 'sequences',
  evidence: ['tool-run'],
  needs: ['tool'],
  judge: ({ user }, { operations }) => {
    const runs = user.filter(
      (one) =>
        operations.includes(one.operation) &&
        one.intent?.kind === 'tool-run' &&
        one.identity === 'own' &&
        succeeded(one),
    );
    const sequences = inCases(runs);
    return judgeEach(
      sequences.flatMap((some) => {
        const plain = some.find(({ request }) => !isUnusual(request.body));
        const unusual = some.find(({ request }) => isUnusual(request.body));
        const isPlainAnswer = plain !== undefined && !/\?|\uFFFD/.test(plain.response?.body.text ?? '');
        return unusual !== undefined && isPlainAnswer ? [unusual] : [];
      }),
      (run) => {
        const text = run.response?.body.text ?? '';
        // The unusual letters of the input came back as so many marks.
        if (isFarOff(text) || !/[?\uFFFD]{2}/.test(text)) return undefined;
        return finding([run], {
          expected: { kind: 'field', path: [], must: 'keep-the-letters-sent' },
          observed: { kind: 'body-kind', body: 'text', text: excerptOf(text) },
        });
      },
    );
  },
};

/** Whether a text has letters that are not in ASCII, or their escapes. */
function isUnusual(text = ''): boolean {
  return /[^\0-\x7f\uFFFD]|\\u(?!fffd|00[0-7])[0-9a-f]{4}/i.test(text);
}

/** Whether a text has letters beyond those that western encodings of a byte a letter have, or their escapes. */
function isFarOff(text: string): boolean {
  return /[^\0-\xff\uFFFD]|\\u(?!fffd|00)[0-9a-f]{4}/i.test(text);
}
