import type { ProbeKind } from '../cases/probe.ts';
import { invalidTokens } from '../cases/scenario.ts';
import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import type { Operation, Rule } from '../spec/spec.ts';
import { isTrouble } from './run-history.ts';
import type { Recording } from './verdict.ts';

/** The probes of a rule's operations, of some kinds, that were answered and not by trouble on the way. */
export function answeredProbes(
  { probes, contract }: Recording,
  { operations, parameter }: Rule,
  kinds: readonly ProbeKind[],
): readonly Exchange[] {
  return probes
    .filter(({ operation }) => operations.includes(operation))
    .filter(({ operation, credential }) => isUser(credential) || isOpen(contract.get(operation), credential))
    .filter(({ probe }) => probe !== undefined && kinds.includes(probe.kind))
    .filter(({ probe }) => parameter === undefined || probe?.parameter === parameter)
    .filter(
      ({ response, fault }) => response !== undefined && fault === undefined && !isTrouble(response.status),
    );
}

function isOpen(operation: Operation | undefined, credential: Exchange['credential']): boolean {
  return operation?.secured === false && credential === 'missing';
}

/** Whether a credential is one that the deployment knows. */
export function isUser(credential: Exchange['credential']): boolean {
  return credential !== 'missing' && !invalidTokens.some((one) => one === credential);
}

/** The operations that were seen to succeed with a credential of the deployment. */
export function workingOperations({ probes }: Recording): ReadonlySet<string> {
  return new Set(
    probes
      .filter((probe) => isUser(probe.credential) && succeeded(probe) && probe.probe?.kind !== 'fault')
      .map(({ operation }) => operation),
  );
}

export function describeProbe({ request, response }: Exchange): string {
  return `${request.method} ${new URL(request.url).search || new URL(request.url).pathname}: status ${response?.status}`;
}
