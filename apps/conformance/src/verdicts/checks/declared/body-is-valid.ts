import type { Exchange } from '../../../exchanges/exchange.ts';
import { type DeclaredAnswer, declaredAnswers, isInRange, mediaTypeOf } from '../../declared/answers.ts';
import { departureOf, isMasked } from '../../declared/departure.ts';
import { plainJson } from '../../declared/plain-json.ts';
import { breachesOf } from '../../declared/validate.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { bodyOf } from '../../findings/observe.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const bodyIsValid: Check = {
  id: 'declared.body',
  drivenBy: 'probes',
  evidence: ['answer'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      declaredAnswers(recording, operations).flatMap((answer) => {
        const judged = judgeBody(answer);
        return judged === undefined ? [] : [judged.found];
      }),
      (found) => found,
    ),
};

/** Undefined where it can't be decided. */
function judgeBody(answer: DeclaredAnswer): { readonly found: Found | undefined } | undefined {
  const { exchange, declaration, response } = answer;
  const schema = schemaFor(answer);
  if (schema === undefined || exchange.response?.body.ended !== 'complete') return undefined;
  const body = plainJson(exchange.response.body.text);
  if (body === undefined) return { found: withoutJson(exchange) };
  const breaches = breachesOf(body, schema.at, { declaration, direction: 'response' });
  if (breaches === undefined) return undefined;
  const last = breaches.at(-1);
  if (last === undefined) return { found: undefined };
  // What a secret was is not recorded.
  if (breaches.some(({ value }) => isMasked(value))) return undefined;
  const place = { operation: exchange.operation, of: response?.at.at(-1) ?? '' };
  return { found: finding([exchange], departureOf(last, place, exchange)) };
}

function schemaFor(answer: DeclaredAnswer) {
  const mediaType = mediaTypeOf(answer.exchange);
  if (mediaType === undefined || !/[/+]json$/.test(mediaType)) return undefined;
  const contents = answer.response?.contents ?? [];
  const listed = contents.filter((one) => isInRange(mediaType, one.mediaType));
  return listed.length === 1 ? listed[0]?.schema : undefined;
}

function withoutJson(exchange: Exchange): Found {
  return finding([exchange], {
    expected: { kind: 'body-kind', body: 'json', because: { kind: 'declared' } },
    observed: bodyOf(exchange),
  });
}
