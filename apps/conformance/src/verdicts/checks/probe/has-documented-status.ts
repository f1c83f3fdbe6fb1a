import {
  type Exchange,
  isInternalError,
  isSameCase,
  mutationKeyOf,
  succeeded,
} from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { mutatedBy } from '../../findings/mutated-by.ts';
import { statusOf } from '../../findings/observe.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

/**
 * What a server, or whatever stands before it, may say of a request that it can't or won't read; the interface
 * tells nothing of media types, sizes and rates. And what was done before may be in the way of doing it again.
 */
const anybodys: readonly number[] = [
  400, 401, 403, 405, 406, 407, 408, 409, 411, 413, 414, 415, 417, 421, 425, 426, 429, 431,
];

const internalError = 500;

/** So often the same request has to fail, with no success between. */
const leastFailures = 4;

export const hasDocumentedStatus: Check = {
  id: 'probe.has-documented-status',
  drivenBy: 'probes',
  evidence: ['mutation'],
  needs: [],
  judge: (recording, { operations }) => {
    const bound = probesOf(recording, operations);
    return judgeEach(bound.filter(isMutated), (probe) => {
      const status = probe.response?.status ?? 0;
      const statuses = recording.contract.get(probe.operation)?.statuses ?? [];
      if (statuses.includes(`${status}`) || mayBeAnybodys(probe)) return undefined;
      const shown = status === internalError ? shownAgain(probe, bound) : [probe];
      const [first, ...rest] = shown;
      if (first === undefined) return undefined;
      return finding([first, ...rest], {
        expected: {
          kind: 'status',
          documented: statuses,
          because: mutatedBy(probe),
        },
        observed: statusOf(probe),
      });
    });
  },
};

/** Of the same call of the same sequence, or of the probes of one operation. */
function isBeside({ origin, operation }: Exchange, other: Exchange): boolean {
  return isSameCase(other, { origin }) && other.origin.step === origin.step && other.operation === operation;
}

function isMutated({ intent, response, transportError }: Exchange): boolean {
  const isVaried =
    intent?.kind === 'mutation' || (intent?.kind === 'inside-bound' && intent.mutation !== undefined);
  // What is taken has no mutation that the deployment sees: only a refusal shows how it refuses.
  return isVaried && response !== undefined && response.status >= 400 && transportError === undefined;
}

/** Statuses that say nothing of the interface: of the way to the target, or that what was named is not there. */
function mayBeAnybodys({ intent, response }: Exchange): boolean {
  const status = response?.status ?? 0;
  if (anybodys.includes(status) || status > internalError) return true;
  return status === 404 && intent?.parameter !== undefined;
}

/**
 * Anything may fail now and then: an internal error is the mutation's doing where the same request fails each time, and
 * what is right succeeds before and after. Empty where that was not seen, or is told by another of these exchanges.
 */
function shownAgain(last: Exchange, bound: readonly Exchange[]): readonly Exchange[] {
  const neighbours = bound.filter((one) => isBeside(one, last));
  const same = neighbours.filter((one) => isSame(one, last));
  const [first] = same;
  const isFailing = same.every(isInternalError);
  if (first === undefined || !isFailing || same.length < leastFailures || same.at(-1) !== last) return [];
  const right = neighbours.filter((one) => one.intent?.kind === 'valid' && succeeded(one));
  const before = right.find(({ id }) => id < first.id);
  const after = right.find(({ id }) => id > last.id);
  return before && after ? [before, first, last, after] : [];
}

function isSame(one: Exchange, other: Exchange): boolean {
  const { request } = one;
  return (
    request.url === other.request.url &&
    request.body === other.request.body &&
    mutationKeyOf(one) === mutationKeyOf(other)
  );
}
