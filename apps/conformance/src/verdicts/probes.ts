import type { ProbeKind } from '../cases/probe.ts';
import { invalidTokens } from '../cases/scenario.ts';
import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import type { Operation, Rule } from '../spec/spec.ts';
import { onceEach } from './once-each.ts';
import { isTrouble } from './run-history.ts';
import type { Recording } from './verdict.ts';

const byOperation = onceEach((probes: Recording['probes']) =>
  Map.groupBy(probes, ({ operation }) => operation),
);

/** What was sent to some operations of the User API, in order. */
export function probesOf(
  { probes }: Pick<Recording, 'probes'>,
  operations: readonly string[],
): readonly Exchange[] {
  const groups = byOperation(probes);
  const [only] = operations;
  if (operations.length === 1 && only !== undefined) return groups.get(only) ?? [];
  return operations.flatMap((operation) => groups.get(operation) ?? []).sort((a, b) => a.id - b.id);
}

/** The probes of a rule's operations, of some kinds, that were answered and not by trouble on the way. */
export function answeredProbes(
  recording: Recording,
  { operations, parameter }: Rule,
  kinds: readonly ProbeKind[],
): readonly Exchange[] {
  const { contract } = recording;
  return probesOf(recording, operations)
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

const working = onceEach(
  (probes: Recording['probes']) => new Set(probes.filter(isOwnSuccess).map(({ operation }) => operation)),
);

/** The operations that were seen to succeed with a credential of the deployment. */
export function workingOperations({ probes }: Recording): ReadonlySet<string> {
  return working(probes);
}

function isOwnSuccess(probe: Exchange): boolean {
  return isUser(probe.credential) && succeeded(probe) && probe.probe?.kind !== 'fault';
}

export function describeProbe({ request, response }: Exchange): string {
  return `${request.method} ${new URL(request.url).search || new URL(request.url).pathname}: status ${response?.status}`;
}
