import type { ProbeKind } from '../cases/probe.ts';
import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import type { Rule } from '../spec/spec.ts';
import { isTrouble } from './run-history.ts';
import type { Recording } from './verdict.ts';

/** The probes of a rule's operations, of some kinds, that were answered and not by trouble on the way. */
export function answeredProbes(
  { probes }: Recording,
  { operations, parameter }: Rule,
  kinds: readonly ProbeKind[],
): readonly Exchange[] {
  return probes
    .filter(({ operation, credential }) => credential === 'own' && operations.includes(operation))
    .filter(({ probe }) => probe !== undefined && kinds.includes(probe.kind))
    .filter(({ probe }) => parameter === undefined || probe?.parameter === parameter)
    .filter(
      ({ response, fault }) => response !== undefined && fault === undefined && !isTrouble(response.status),
    );
}

/** The operations that were seen to succeed with the deployment's own credential. */
export function workingOperations({ probes }: Recording): ReadonlySet<string> {
  return new Set(
    probes
      .filter((probe) => probe.credential === 'own' && succeeded(probe))
      .map(({ operation }) => operation),
  );
}

export function describeProbe({ request, response }: Exchange): string {
  return `${request.method} ${new URL(request.url).search || new URL(request.url).pathname}: status ${response?.status}`;
}
