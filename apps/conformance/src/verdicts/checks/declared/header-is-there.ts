import { partAt } from '../../../deployment/declaration/declaration.ts';
import { header } from '../../../exchanges/exchange.ts';
import { recordOf } from '../../../json/json-record.ts';
import { type DeclaredAnswer, declaredAnswers } from '../../declared/answers.ts';
import { finding } from '../../findings/finding.ts';
import { headerOf } from '../../findings/observe.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const headerIsThere: Check = {
  id: 'declared.header',
  area: 'declared',
  evidence: ['answer'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      declaredAnswers(recording, operations).flatMap((answer) =>
        requiredOf(answer).map((name) => ({ exchange: answer.exchange, name: name.toLowerCase() })),
      ),
      ({ exchange, name }) =>
        header(exchange, name) !== undefined
          ? undefined
          : finding([exchange], {
              expected: { kind: 'header', name, presence: 'present', because: { kind: 'declared' } },
              observed: headerOf(exchange, name),
            }),
    ),
};

/** OpenAPI leaves the media type to `content`. */
function requiredOf({ declaration, response }: DeclaredAnswer): readonly string[] {
  if (response === undefined) return [];
  return Object.keys(recordOf(response.node.headers)).filter(
    (name) =>
      name.toLowerCase() !== 'content-type' &&
      partAt(declaration, [...response.at, 'headers', name])?.node.required === true,
  );
}
