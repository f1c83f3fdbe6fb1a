import type { Exchange } from '../../../exchanges/exchange.ts';
import { isRecord } from '../../../json/json-record.ts';
import { bodyIn } from '../../bodies.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { bodyOf } from '../../findings/observe.ts';
import { byPath, keyOfPath, leavesOf } from '../../leaves.ts';
import { isUser, isWholeSuccess, probesOf } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

/** How the answer looks is not shown; that there is something in it is. */
export const generatedIsSomething: Check = {
  id: 'law.generated-is-something',
  drivenBy: 'sequences',
  evidence: ['success'],
  traffic: { restsOn: 'answer', isOfShapes: true },
  needs: [],
  judge: (recording, { operations }) => {
    const answers = probesOf(recording, operations).filter(
      (one) =>
        isUser(one.identity) &&
        ['valid', 'open-refusal'].includes(one.intent?.kind ?? '') &&
        isWholeSuccess(one, recording) &&
        bodyIn(one) !== undefined,
    );
    return judgeEach(answers, (one) => {
      if (isNothing(bodyIn(one)))
        return finding([one], {
          expected: { kind: 'body-kind', body: 'structured' },
          observed: bodyOf(one),
        });
      const others = answers.filter((other) => other !== one && other.operation === one.operation);
      return emptyBeside(one, others);
    });
  },
};

function isNothing(body: unknown): boolean {
  if (Array.isArray(body)) return body.length === 0;
  return isRecord(body) ? Object.keys(body).length === 0 : typeof body !== 'string' || body === '';
}

/** A text without a letter or a digit, where every other answer has some. */
function emptyBeside(one: Exchange, others: readonly Exchange[]): Found | undefined {
  const [first] = others;
  const without = leavesOf(one).filter(({ value }) => typeof value === 'string' && !hasLetters(value));
  // Most answers have none such, and all others are looked through for those that do.
  if (first === undefined || without.length === 0) return undefined;
  const said = others.map((other) => byPath(leavesOf(other)));
  const empty = without.find(({ path }) => said.every((leaves) => hasLetters(leaves.get(keyOfPath(path)))));
  return empty === undefined
    ? undefined
    : finding([first, one], {
        expected: { kind: 'field', path: empty.path, must: 'differ-from-another-input' },
        observed: { kind: 'field', path: empty.path, value: empty.value },
      });
}

function hasLetters(text: unknown): boolean {
  return typeof text === 'string' && /[\p{L}\p{N}]/u.test(text);
}
