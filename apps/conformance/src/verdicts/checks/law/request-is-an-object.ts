import { type Exchange, isRefused, succeeded } from '../../../exchanges/exchange.ts';
import { isRecord } from '../../../json/json-record.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { takenAnyway } from '../../findings/taken-anyway.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const requestIsAnObject: Check = {
  id: 'law.request-is-an-object',
  area: 'resource',
  evidence: ['success'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      probesOf(recording, operations).filter((one) => isNoObject(one) && (succeeded(one) || isRefused(one))),
      (one) => takenAnyway(one, { kind: 'mutation', about: one.intent?.mutation ?? '' }),
    ),
};

/** No JSON at all, or JSON without the names by which a body says what it wants; none and null may say nothing. */
function isNoObject({ intent, request }: Exchange): boolean {
  if (intent?.kind !== 'mutation' || request.body === undefined || request.body.trim() === '') return false;
  const body = parseJson(request.body);
  return body !== null && !isRecord(body);
}
