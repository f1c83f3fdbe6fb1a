import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import { recordOf } from '../json/json-record.ts';
import { idsOf } from '../spec/resources.ts';
import type { Operation } from '../spec/spec.ts';
import { type Exchange, isInTrouble, succeeded } from './exchange.ts';
import { openerOf } from './opener-of.ts';
import { pauseForConsistency } from './pause-for.ts';
import type { Resolved } from './resolve-references.ts';
import { type CallOptions, type PreparedCall, sendCall } from './send-call.ts';

/** How many values of a record are tried as its identifier. */
const mostTrials = 6;

/** The call whose answer holds the record. */
type Answered = Pick<PreparedCall, 'path' | 'origin' | 'credential' | 'key'> & {
  readonly contract: Operation;
};

interface FindOptions extends CallOptions {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly fieldMapping: FieldMapping;
  /** Aborted when nothing is to be waited for. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Finds out which value of a new record is its identifier where it is not known: the one that opens it. Each try is
 * a reading request.
 */
export async function findIdentifier(
  { contract, path, origin, credential, key }: Answered,
  body: unknown,
  options: FindOptions,
): Promise<ReadonlyMap<string, Resolved>> {
  const { family } = contract.resource ?? {};
  const opener = family && openerOf(family, options.operations);
  const record = options.fieldMapping.items(contract, body)?.items[0] ?? body;
  const ids = family === undefined ? [] : idsOf(family);
  const [field] = ids;
  if (!opener || field === undefined) return new Map();
  const candidates = ids.flatMap((id) => options.fieldMapping.candidates(contract, id, record));
  const told = candidates.find(({ certain }) => certain);
  if (told !== undefined) {
    options.fieldMapping.confirm(contract, field, { record, value: told.value });
    return new Map([[field, told]]);
  }
  const unopened: unknown[] = [];
  let isNowhere = true;
  const parameter = opener.parameters.findLast((one) => one.in === 'path')?.name ?? '';
  const ask = (value: unknown) =>
    sendCall(
      {
        origin: { ...origin, attempt: 1 },
        operation: opener,
        address: options.deployment.baseUrl ?? '',
        path: { ...path, [parameter]: String(value) },
        query: [],
        credential,
        key,
        headers: {},
        body: undefined,
        probe: { kind: 'name-trial', certain: false },
      },
      options,
    );
  for (const { value } of candidates.slice(0, mostTrials)) {
    const answered = await untroubled(() => ask(value));
    isNowhere &&= answered?.exchange.response?.status === 404;
    if (answered === undefined || !succeeded(answered.exchange)) {
      unopened.push(value);
      continue;
    }
    const opening = (await firstOpened(unopened, ask, options)) ?? value;
    options.fieldMapping.confirm(contract, field, { record, value: opening });
    return new Map([[field, { value: opening, certain: true }]]);
  }
  // What has the contract's very name is what that says, also where the record is never found.
  const named = candidates.find(({ value }) => ids.some((id) => recordOf(record)[id] === value));
  if (named === undefined || !isNowhere) return new Map();
  options.fieldMapping.confirm(contract, field, { record, value: named.value });
  return new Map([[field, { value: named.value, certain: true }]]);
}

/** What is likelier may have been asked for too early, since a new record may show late. */
async function firstOpened(
  values: readonly unknown[],
  ask: (value: unknown) => Promise<{ readonly exchange: Exchange } | undefined>,
  { deployment, signal = new AbortController().signal }: FindOptions,
): Promise<unknown> {
  if (values.length > 0) await pauseForConsistency(deployment.consistencyWindowMs, signal);
  for (const value of values) {
    const answered = await ask(value);
    if (answered !== undefined && succeeded(answered.exchange)) return value;
  }
  return undefined;
}

/** Another value of the record may open it too, so trouble on the way is not taken for a no: it is asked once more. */
async function untroubled<Sent extends { readonly exchange: Exchange }>(
  ask: () => Promise<Sent | undefined>,
): Promise<Sent | undefined> {
  const sent = await ask();
  return sent !== undefined && isInTrouble(sent.exchange) ? ask() : sent;
}
