import { type Exchange, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { textsIn } from '../../../json/texts-in.ts';
import { readCron } from '../../../model/cron.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { cronOf } from '../../given-crons.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const invalidCronIsRefused: Check = {
  id: 'law.invalid-cron-is-refused',
  drivenBy: 'sequences',
  evidence: ['cron-sent', 'success'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: ({ user }, { operations }) => {
    const calls = user.filter(
      ({ operation, identity }) => operations.includes(operation) && identity === 'own',
    );
    return judgeEach(
      calls.filter((call) => isInvalid(call) && isClear(call, calls)),
      (call) =>
        succeeded(call) && (isTaken(call) || isStandIn(call, calls))
          ? finding([call], {
              expected: { kind: 'status', oneOf: [400, 'refusal'] },
              observed: statusOf(call),
            })
          : undefined,
      (call) => !succeeded(call),
    );
  },
};

function isInvalid(call: Exchange): boolean {
  return readCron(cronOf(call) ?? '').kind === 'invalid';
}

/** Answered, where the same was taken with an expression of the same form. */
function isClear(call: Exchange, calls: readonly Exchange[]): boolean {
  if (call.response === undefined) return false;
  if (call.operation === 'convertTextToCron') return true;
  return calls.some(
    (other) =>
      other.operation === call.operation &&
      isSameCase(other, call) &&
      succeeded(other) &&
      readCron(cronOf(other) ?? '').kind === 'valid',
  );
}

/** So many wrong expressions don't mean one and the same; fewer may well be read alike. */
const leastAlike = 5;

/** Whether a converter gives one cron for whatever it can't read. */
function isStandIn(call: Exchange, calls: readonly Exchange[]): boolean {
  if (call.operation !== 'convertTextToCron') return false;
  const converted = calls.filter(({ operation }) => operation === call.operation);
  const ofKind = (kind: string) => converted.filter((one) => readCron(cronOf(one) ?? '').kind === kind);
  const isAlike = (one: Exchange): boolean => succeeded(one) && convertedTo(one) === convertedTo(call);
  const invalid = ofKind('invalid');
  const isEach = invalid.every(isAlike) && !ofKind('valid').some(isAlike);
  return isEach && new Set(invalid.map(cronOf)).size >= leastAlike;
}

/** The crons in an answer other than what was sent, or all of an answer without any. */
function convertedTo(call: Exchange): string {
  const crons = textsOf(call).filter((one) => one !== cronOf(call) && readCron(one).kind === 'valid');
  return crons.join('\n') || (call.response?.body.text ?? '');
}

function textsOf({ response }: Exchange): readonly string[] {
  const text = response?.body.text ?? '';
  return textsIn(parseJson(text) ?? text).map((one) => one.trim());
}

/** A converter may make a cron of any text; what it gives back unchanged is not a cron. */
function isTaken(call: Exchange): boolean {
  if (call.operation !== 'convertTextToCron') return true;
  const given = textsOf(call);
  return given.includes(cronOf(call) ?? '') && !given.some((one) => readCron(one).kind === 'valid');
}
