import { type Exchange, isRefused, succeeded } from '../../../exchanges/exchange.ts';
import { isRecord } from '../../../json/json-record.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { mutatedBy } from '../../findings/mutated-by.ts';
import { takenAnyway } from '../../findings/taken-anyway.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const requestIsAnObject: Check = {
  id: 'law.request-is-an-object',
  drivenBy: 'sequences',
  evidence: ['odd-body'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      probesOf(recording, operations).filter((one) => isNoObject(one) && (succeeded(one) || isRefused(one))),
      (one) => takenAnyway(one, mutatedBy(one)),
    ),
};

/** JSON without the names by which a body says what it wants, or a record that was cut; none and null may say nothing. */
function isNoObject({ intent, request }: Exchange): boolean {
  if (intent?.kind !== 'mutation' || request.body === undefined || request.body.trim() === '') return false;
  const body = parseJson(request.body);
  return body === undefined ? isCut(request.body) : body !== null && !isRecord(body);
}

/** Parsers may overlook a byte order mark, a comma too many, NaN, or what stands behind the record; not its end. */
function isCut(text: string): boolean {
  return !text.trimEnd().endsWith('}') && parseJson(text.slice(0, text.lastIndexOf('}') + 1)) === undefined;
}
