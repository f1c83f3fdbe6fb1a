import { isDeepStrictEqual } from 'node:util';
import { type Exchange, isRefused, isSameCase, isTransient, succeeded } from '../../../exchanges/exchange.ts';
import { isRecord, recordOf } from '../../../json/json-record.ts';
import { textsIn } from '../../../json/texts-in.ts';
import type { Rule } from '../../../spec/spec.ts';
import { requestIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { leavesOf } from '../../leaves.ts';
import { mayComeFirst } from '../../may-come-first.ts';
import { sentFor } from '../../probes.ts';
import { stateBefore } from '../../resource-state.ts';
import { historyOf, type ResourceHistory } from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { isLawfullyTaken } from './is-lawfully-taken.ts';

export const isRefusedAsDocumented: Check = {
  id: 'refusal.is-as-documented',
  drivenBy: 'sequences',
  evidence: ['condition-tried'],
  traffic: { restsOn: 'answer', onlyFor: 'refusals-brought-about' },
  shownBy: 'tries-of-the-rule',
  needs: [],
  judge: (recording, rule) =>
    judgeEach(
      sentFor(recording, rule).filter((probe) => decides(probe, recording, rule)),
      (probe) =>
        probe.response?.status === rule.status
          ? undefined
          : finding([probe], {
              expected: {
                kind: 'status',
                oneOf: rule.status === undefined ? ['refusal'] : [rule.status],
                because: { kind: 'documented', rule: rule.id, text: rule.text },
              },
              observed: statusOf(probe),
            }),
    ),
};

/** Statuses of whatever stands before a deployment. */
const ofGateways: readonly number[] = [429, 502, 503, 504];

/** What only shows where every name is known: a name that was only guessed proves nothing. */
function decides(probe: Exchange, recording: Recording, rule: Rule): boolean {
  const { response, transportError, intent } = probe;
  if (response === undefined || transportError !== undefined) return false;
  // The deployment itself says that the condition is there.
  if (intent?.state !== undefined)
    return response.status === rule.status || !ofGateways.includes(response.status);
  if (isTransient(response.status)) return false;
  if (response.status === rule.status) return true;
  if (rule.alternatives?.includes(response.status)) return false;
  if (isDoneThoughForbidden(probe, recording)) return true;
  if (!isCertain(probe, recording)) return false;
  if (succeeded(probe)) return isWronglyTaken(probe, recording, rule);
  if (isFalselyBadCredential(probe, recording)) return true;
  if (isOfNothingKnown(probe, recording)) return false;
  // Of an input that only fills what is demanded, it is not known whether it is valid.
  const isPlain = !intent?.filled || wasTaken(probe, recording);
  return isPlain && (isFalselyForbidden(probe, recording) || !isOfTheWay(probe, recording, rule));
}

function isWronglyTaken(probe: Exchange, recording: Recording, { status }: Rule): boolean {
  return probe.intent?.kind !== 'open-refusal' && !isLawfullyTaken(probe, recording, status);
}

/** Where no 403 is documented, it is of the way: but not to where the caller was let, before or after. */
function isFalselyForbidden(
  { operation, request, response, identity }: Exchange,
  { user }: Recording,
): boolean {
  const { pathname } = new URL(request.url);
  return (
    response?.status === 403 &&
    user.some(
      (one) =>
        one.operation === operation &&
        one.identity === identity &&
        succeeded(one) &&
        new URL(one.request.url).pathname === pathname,
    )
  );
}

function isOfNothingKnown(probe: Exchange, recording: Recording): boolean {
  const status = probe.response?.status ?? 0;
  if (status === 404 && !wasThere(probe, recording)) return true;
  return probe.intent?.kind === 'unknown-id' && mayComeFirst(recording.contract.get(probe.operation), status);
}

/** What a config names may not be there: a 404 is no wrong refusal unless some answer shows that it is. */
function wasThere({ id, operation, request }: Exchange, { contract, user }: Recording): boolean {
  const template = contract.get(operation)?.path.split('/') ?? [];
  const path = segmentsOf(request.url).slice(-template.length);
  const named = path.filter((_, index) => template[index]?.startsWith('{'));
  return named.every((name) =>
    user.some(
      (one) =>
        one.id !== id &&
        succeeded(one) &&
        (one.resource?.id === name || segmentsOf(one.request.url).includes(name)),
    ),
  );
}

function segmentsOf(url: string): readonly string[] {
  return new URL(url).pathname.split('/').map(decodeURIComponent);
}

/**
 * A 401 says that the credential is bad: it is not, where the operation takes it. Where no 401 is documented, it may be bad
 * for a while, so it has to be taken both before and after.
 */
function isFalselyBadCredential(
  { operation, response, identity, sentAt }: Exchange,
  { contract, user }: Recording,
): boolean {
  if (response?.status !== 401) return false;
  const isDocumented = contract.get(operation)?.statuses.includes('401') === true;
  const taken = user.filter(
    (one) => one.operation === operation && one.identity === identity && succeeded(one),
  );
  if (isDocumented) return taken.length > 0;
  return taken.some((one) => one.sentAt < sentAt) && taken.some((one) => one.sentAt > sentAt);
}

/** Where a record shows by itself that it is private, it takes no names to know. */
function isCertain(probe: Exchange, recording: Recording): boolean {
  if (probe.intent?.certain === true) return true;
  // Nothing can be done to what doesn't exist, whatever the body says.
  if (probe.intent?.kind === 'unknown-id') return succeeded(probe);
  if (probe.intent?.kind !== 'refusal') return false;
  // What the sandbox tier can't have shows in the answer; a body that could not say it asks for nothing forbidden.
  if (probe.identity === 'sandbox')
    return succeeded(probe) && probe.resource?.shows?.visibility === 'private';
  if (succeeded(probe) && (isUnderstood(probe, recording) || lacksText(probe))) return true;
  const isOpen = isRefused(probe) && !isUndocumented(probe, recording);
  if (!isOpen && isOffByOneValue(probe, recording)) return true;
  const history = probe.request.body === undefined ? cloned(probe, recording) : undefined;
  return history !== undefined && stateBefore(history, probe).visibility === 'private';
}

/** Whether a body has no text but an identifier and a visibility, so that it lacks under any name what it was to lack. */
function lacksText(probe: Exchange): boolean {
  const { intent, resource } = probe;
  if (intent?.leavesOut === undefined) return false;
  const others = [resource?.id, 'private', 'public'];
  return textsIn(requestIn(probe)).every((text) => others.includes(text));
}

/**
 * Whether the deployment was seen to read what stands under the names of a body: under the same names it took one value,
 * and refused another or showed the one.
 */
function isUnderstood(probe: Exchange, { user }: Recording): boolean {
  const { id, operation, request } = probe;
  const names = namesIn(probe);
  if (names === undefined) return false;
  const alike = user.filter(
    (one) =>
      one.operation === operation &&
      one.id !== id &&
      one.identity === 'own' &&
      one.intent?.kind !== 'mutation' &&
      one.request.body !== request.body &&
      namesIn(one) === names,
  );
  const taken = alike.filter((one) => one.intent?.kind === 'valid' && succeeded(one));
  const isRefused = alike.some(({ response }) => response?.status === 400 || response?.status === 422);
  return taken.length > 0 && (isRefused || taken.some(isShown));
}

function isUndocumented({ operation, response }: Exchange, { contract }: Recording): boolean {
  return contract.get(operation)?.statuses.includes(`${response?.status}`) === false;
}

/**
 * Whether a body is one that was taken, but for one value, or without it; and the answer to that one showed the value, so that
 * it was read by its name.
 */
function isOffByOneValue(probe: Exchange, { user }: Recording): boolean {
  const { operation } = probe;
  const sent = requestIn(probe);
  if (!isRecord(sent)) return false;
  return user.some((one) => {
    const isPlain = one.operation === operation && one.identity === 'own' && one.intent?.kind === 'valid';
    const right = isPlain && succeeded(one) ? requestIn(one) : undefined;
    if (!isRecord(right) || Object.keys(sent).some((name) => !(name in right))) return false;
    const [name, ...others] = Object.keys(right).filter((key) => !isDeepStrictEqual(right[key], sent[key]));
    const value = right[name ?? ''];
    return others.length === 0 && isLongText(value) && leavesOf(one).some((leaf) => leaf.value === value);
  });
}

/** Longer than what stands in many answers anyway. */
function isLongText(value: unknown): boolean {
  return typeof value === 'string' && value.length >= 8;
}

function namesIn(exchange: Exchange): string | undefined {
  const value = requestIn(exchange);
  return isRecord(value) && Object.keys(value).length === 1 ? Object.keys(value).join() : undefined;
}

function isShown(one: Exchange): boolean {
  const sent = Object.values(recordOf(requestIn(one)));
  return leavesOf(one).some(({ value }) => typeof value === 'string' && sent.includes(value));
}

/** Whether a clone succeeded that was forbidden just before, without a body: what is to become of it makes no other record public. */
function isDoneThoughForbidden(probe: Exchange, { user, contract }: Recording): boolean {
  const { operation, request, identity, origin, intent } = probe;
  const isClone = contract.get(operation)?.resource?.does === 'clone';
  const isTold = request.body !== undefined && intent?.kind !== 'open-refusal';
  if (!isClone || !isTold || !succeeded(probe)) return false;
  return user.some(
    (one) =>
      one.request.url === request.url &&
      one.request.body === undefined &&
      one.identity === identity &&
      one.response?.status === 403 &&
      isSameCase(one, probe) &&
      one.origin.step === origin.step - 1,
  );
}

/** The record that is cloned, by its path. */
function cloned(call: Exchange, recording: Recording): ResourceHistory | undefined {
  const cloning = recording.contract.get(call.operation)?.resource;
  if (cloning?.does !== 'clone') return undefined;
  const id = decodeURIComponent(new URL(call.request.url).pathname.split('/').at(-2) ?? '');
  return historyOf(recording, { family: cloning.family.name, id }, call);
}

function wasTaken({ operation, request }: Exchange, { user }: Recording): boolean {
  return user.some(
    (one) => one.operation === operation && succeeded(one) && one.request.body === request.body,
  );
}

/** What may come before the interface: a limit of rates or sizes, or a credential that is no longer good. */
function isOfTheWay(
  { operation, response, identity }: Exchange,
  { contract }: Recording,
  rule: Rule,
): boolean {
  const status = response?.status ?? 0;
  if ([405, 406, 408, 413, 414, 415, 425, 429, 431].includes(status)) return true;
  const isOpen = contract.get(operation)?.secured === false;
  // A rule about credentials is broken by the other status of credentials too.
  if (rule.status === 401 || (isOpen && identity === 'missing')) return false;
  const documented = contract.get(operation)?.statuses.includes(`${status}`) === true;
  return status === 401 || (status === 403 && !documented);
}
