import { type Exchange, header, succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { finding } from '../../findings/finding.ts';
import { headerOf } from '../../findings/observe.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

const name = 'content-type';

function checkOf(id: string, evidence: Evidence, isJudged: (one: Exchange) => boolean): Check {
  return {
    id,
    drivenBy: 'probes',
    evidence: [evidence],
    needs: [],
    judge: (recording, { operations }) =>
      judgeEach(
        probesOf(recording, operations).filter(
          (one) => isJudged(one) && !isUnspecified(one, recording) && isStructured(one),
        ),
        (one) => {
          const value = header(one, name);
          if (value === undefined || /\bjson\b/i.test(value)) return undefined;
          return finding([one], {
            expected: { kind: 'header', name, presence: 'present', value: 'application/json' },
            observed: headerOf(one, name),
          });
        },
      ),
  };
}

export const jsonIsCalledJson = checkOf('law.json-is-called-json', 'success', succeeded);

export const jsonErrorIsCalledJson = checkOf(
  'law.json-error-is-called-json',
  'json-error',
  (one) => !succeeded(one),
);

/** A record or a list: a lone word or number may be a text as well. */
function isStructured(one: Exchange): boolean {
  const value = bodyIn(one);
  return typeof value === 'object' && value !== null;
}

function isUnspecified(one: Exchange, { contract }: Recording): boolean {
  return succeeded(one) && contract.get(one.operation)?.answer === 'unspecified';
}
