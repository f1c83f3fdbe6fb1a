import type { IntentKind } from '../cases/intent-kind.ts';
import { invalidTokens } from '../cases/scenario.ts';
import { type Exchange, isTransient, succeeded } from '../exchanges/exchange.ts';
import type { Operation, Rule } from '../spec/spec.ts';
import { memoize } from './memoize.ts';
import { isTrouble } from './run-history.ts';
import type { Recording } from './verdict.ts';

const byOperation = memoize((probes: Recording['user']) => Map.groupBy(probes, ({ operation }) => operation));

/** What was sent to some operations of the User API, in order. */
export function probesOf(
  { user }: Pick<Recording, 'user'>,
  operations: readonly string[],
): readonly Exchange[] {
  const groups = byOperation(user);
  const [only] = operations;
  if (operations.length === 1 && only !== undefined) return groups.get(only) ?? [];
  return operations.flatMap((operation) => groups.get(operation) ?? []).sort((a, b) => a.id - b.id);
}

/** The probes of a rule's operations, of some kinds, that were answered and not by trouble on the way. */
export function answeredProbes(
  recording: Recording,
  { operations, parameter }: Rule,
  kinds: readonly IntentKind[],
): readonly Exchange[] {
  const { contract } = recording;
  return probesOf(recording, operations)
    .filter(({ operation, identity }) => isUser(identity) || isOpen(contract.get(operation), identity))
    .filter(({ intent }) => intent !== undefined && kinds.includes(intent.kind))
    .filter(({ intent }) => parameter === undefined || intent?.parameter === parameter)
    .filter(
      ({ response, transportError }) =>
        response !== undefined && transportError === undefined && !isTrouble(response.status),
    );
}

const byRule = memoize(({ user }: Recording) => Map.groupBy(user, ({ intent }) => intent?.rule));

/** What was sent for the sake of a rule, answered or not. */
export function sentFor(recording: Recording, { id }: Pick<Rule, 'id'>): readonly Exchange[] {
  return byRule(recording).get(id) ?? [];
}

/** What was sent to bring a rule's refusal about, and answered, though not by trouble on the way. */
export function triesOf(recording: Recording, { id, operations }: Rule): readonly Exchange[] {
  return probesOf(recording, operations).filter(
    ({ intent, response }) => intent?.rule === id && response !== undefined && !isTransient(response.status),
  );
}

/** Whether an operation takes no credential, and got none. */
export function isOpen(operation: Operation | undefined, credential: Exchange['identity']): boolean {
  return operation?.secured === false && credential === 'missing';
}

/** Whether a credential is one that the deployment knows. */
export function isUser(credential: Exchange['identity']): boolean {
  return credential !== 'missing' && !invalidTokens.some((one) => one === credential);
}

/** Whether a request that may be sent succeeded, and its answer came to its end. */
export function isWholeSuccess(one: Exchange, { contract }: Pick<Recording, 'contract'>): boolean {
  const mayAsk = isUser(one.identity) || contract.get(one.operation)?.secured === false;
  return mayAsk && succeeded(one) && one.response?.body.ended === 'complete';
}

const working = memoize(
  (probes: Recording['user']) => new Set(probes.filter(isOwnSuccess).map(({ operation }) => operation)),
);

/** The operations that were seen to succeed with a credential of the deployment. */
export function workingOperations({ user }: Recording): ReadonlySet<string> {
  return working(user);
}

function isOwnSuccess(probe: Exchange): boolean {
  return isUser(probe.identity) && succeeded(probe) && probe.intent?.kind !== 'mutation';
}
