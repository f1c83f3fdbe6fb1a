import { isRefused, succeeded } from '../../../exchanges/exchange.ts';
import { keepsOrder, orderOf } from '../../../exchanges/written-values.ts';
import { recordIn } from '../../../json/find-record.ts';
import { isRecord, type JsonRecord, recordOf as jsonRecordOf } from '../../../json/json-record.ts';
import { parseJson } from '../../../json/parse-json.ts';
import type { ResourceFamily } from '../../../spec/resources.ts';
import { bodyIn, requestIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const isInOrder: Check = {
  id: 'resource.is-in-order',
  drivenBy: 'sequences',
  evidence: ['order-written', 'records-listed'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: ({ user, contract, consistencyWindowMs }, { operations }) => {
    const ordered = user
      .filter(isResourceCall)
      .filter((call) => familyOf(call, contract)?.order !== undefined);
    const troubled = ordered.filter(isOpenWrite);
    const lists = ordered
      .filter((call) => call.resource.act === 'list' && succeeded(call))
      .toSorted((a, b) => a.sentAt - b.sentAt);
    const named = lists.flatMap((list) => familyOf(list, contract)?.order?.field ?? []);
    const names = [...new Set([...named, ...learnedNames(lists)])];
    const direction = directionOf(lists, names);
    return judgeEach(
      lists.flatMap((list, index) => {
        const batch = batchBefore(lists.slice(0, index + 1), list);
        const order =
          batch &&
          (orderOf(batch.resource, familyOf(batch, contract)) ??
            orderUnderstood(batch, lists, contract) ??
            orderTaken(batch, lists) ??
            orderAnswered(batch, list, lists));
        const { listed } = list.resource;
        if (!listed || !operations.includes(list.operation)) return [];
        const shown = shownOrder(list, names);
        if (shown !== undefined && stepsOf(shown).some((step) => step * direction < 0))
          return [{ list, order: inOrder(shown, direction), listed }];
        if (!batch || !order || troubled.some((one) => isBetween(one, batch, list))) return [];
        // A list may be asked for before the order shows everywhere.
        const isEarly = batch !== list && list.sentAt < endedAt(batch) + consistencyWindowMs;
        return isEarly && !keepsOrder(listed, order) ? [] : [{ list, order, listed }];
      }),
      ({ list, order, listed }) =>
        keepsOrder(listed, order)
          ? undefined
          : finding([list], {
              expected: { kind: 'order', by: 'position', ids: order },
              observed: { kind: 'order', ids: listed.filter((id) => order.includes(id)) },
            }),
    );
  },
};

/** A write that was answered with trouble may have been done or not. */
function isOpenWrite(call: ResourceExchange): boolean {
  return call.request.method !== 'GET' && !succeeded(call) && !isRefused(call);
}

function isBetween(one: ResourceExchange, batch: ResourceExchange, list: ResourceExchange): boolean {
  const isOfSame = one.resource.parent === list.resource.parent;
  return isOfSame && endedAt(one) > batch.sentAt && one.sentAt < endedAt(list);
}

/** The last batch of positions before, of the same agent's files. */
function batchBefore(
  lists: readonly ResourceExchange[],
  { resource }: ResourceExchange,
): ResourceExchange | undefined {
  const batch = lists.findLast(
    (list) => list.resource.parent === resource.parent && list.request.method !== 'GET',
  );
  // What should or may have been refused may have been done or not, or in another way.
  const kind = batch?.intent?.kind;
  return kind === 'refusal' || kind === 'open-refusal' ? undefined : batch;
}

type Contract = Recording['contract'];

function familyOf({ operation }: ResourceExchange, contract: Contract): ResourceFamily | undefined {
  return contract.get(operation)?.resource?.family;
}

/** The order that a plain batch asks for, in the interface's words. */
function orderSent(batch: ResourceExchange, contract: Contract): readonly string[] | undefined {
  const { intent, request } = batch;
  const body = request.method === 'GET' ? undefined : parseJson(request.body ?? '');
  const isPlain = intent?.kind === 'valid' && isRecord(body);
  return isPlain ? orderOf({ wrote: body }, familyOf(batch, contract)) : undefined;
}

interface Around {
  readonly last: ResourceExchange;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The lists before and after a batch. */
function around(batch: ResourceExchange, lists: readonly ResourceExchange[]): Around | undefined {
  const same = lists.filter(({ resource }) => resource.parent === batch.resource.parent);
  const last = same.findLast((list) => endedAt(list) <= batch.sentAt);
  const after = same.find((list) => list.sentAt >= endedAt(batch))?.resource.listed;
  const before = last?.resource.listed;
  return last === undefined || before === undefined || after === undefined
    ? undefined
    : { last, before, after };
}

/** Where nothing tells the names of a batch, a list that is in another order since shows that they were understood. */
function orderUnderstood(
  batch: ResourceExchange,
  lists: readonly ResourceExchange[],
  contract: Contract,
): readonly string[] | undefined {
  const found = around(batch, lists);
  if (found === undefined) return undefined;
  const { last, before, after } = found;
  const isMoved = before.join() !== after.join() && before.toSorted().join() === after.toSorted().join();
  return isMoved || isNamedAlike(batch, last) ? orderSent(batch, contract) : undefined;
}

/** Or its answer shows the positions that it sent, as the list before did not; the end that came first then still does. */
function orderTaken(
  batch: ResourceExchange,
  lists: readonly ResourceExchange[],
): readonly string[] | undefined {
  const asked = positionsSent(batch);
  const name = nameFor(asked, batch);
  const last = around(batch, lists)?.last;
  const was = last && name !== undefined ? positionsShown(last, name) : undefined;
  const taken = asked.filter(({ id, position }) => recordIn(bodyIn(batch), id)?.[name ?? ''] === position);
  const isNews = was?.some(({ id, position }) =>
    taken.some((one) => one.id === id && one.position !== position),
  );
  const [first = 0, ...others] = stepsOf(was ?? []);
  const isSorted = first !== 0 && others.every((step) => step === first);
  return isNews && isSorted ? inOrder(asked, first) : undefined;
}

/** The positions that a batch sent, whatever it calls them. */
function positionsSent(batch: ResourceExchange): readonly Positioned[] {
  return entriesSent(batch).flatMap((entry) => {
    const values = Object.values(entry);
    const id = values.find((value) => batch.resource.listed?.includes(String(value)));
    const position = values.find((value) => typeof value === 'number');
    return id === undefined || position === undefined ? [] : [{ id: String(id), position }];
  });
}

/** The name under which an answer shows these positions, of three or more records; of one it may be wrong. */
function nameFor(positions: readonly Positioned[], answer: ResourceExchange): string | undefined {
  const shown = positions.map(({ id, position }) => ({ record: recordIn(bodyIn(answer), id), position }));
  if (shown.length < 3) return undefined;
  const names = Object.keys(shown[0]?.record ?? {});
  return names.find((name) => {
    const right = shown.filter(({ record, position }) => record?.[name] === position);
    return right.length >= shown.length - 1;
  });
}

/** The order that a batch is answered with, of the list after it. */
function orderAnswered(
  batch: ResourceExchange,
  list: ResourceExchange,
  lists: readonly ResourceExchange[],
): readonly string[] | undefined {
  const next = lists.find(
    (one) => one.resource.parent === batch.resource.parent && one.sentAt >= endedAt(batch),
  );
  return next === list && batch.intent?.kind === 'valid' ? batch.resource.listed : undefined;
}

/** Whether the entries of a batch have the names under which the list shows the same: identifiers, and numbers. */
function isNamedAlike(batch: ResourceExchange, list: ResourceExchange): boolean {
  const entries = entriesSent(batch);
  return (
    entries.length > 1 &&
    entries.every((entry) => {
      const id = Object.values(entry).find((value) => list.resource.listed?.includes(String(value)));
      const record = jsonRecordOf(recordIn(bodyIn(list), String(id)));
      return Object.entries(entry).every(([name, value]) =>
        value === id ? record[name] === id : typeof record[name] === 'number',
      );
    })
  );
}

function entriesSent(batch: ResourceExchange): readonly JsonRecord[] {
  return Object.values(jsonRecordOf(requestIn(batch)))
    .flat()
    .map(jsonRecordOf);
}

interface Positioned {
  readonly id: string;
  readonly position: number;
}

/** The name under which two batches, each in another order, were answered with the positions that they sent. */
function learnedNames(lists: readonly ResourceExchange[]): readonly string[] {
  const shown = lists.flatMap((batch) => {
    const sent = batch.request.method === 'GET' ? [] : positionsSent(batch);
    const name = nameFor(sent, batch);
    return name === undefined ? [] : [{ name, order: inOrder(sent, 1).join() }];
  });
  const orders = Map.groupBy(shown, ({ name }) => name);
  return [...orders].flatMap(([name, some]) =>
    new Set(some.map(({ order }) => order)).size > 1 ? [name] : [],
  );
}

/** The positions that the records of a list show themselves. */
function shownOrder(list: ResourceExchange, names: readonly string[]): readonly Positioned[] | undefined {
  return names.map((name) => positionsShown(list, name)).find((shown) => shown !== undefined);
}

function positionsShown(list: ResourceExchange, name: string): readonly Positioned[] | undefined {
  const body = bodyIn(list);
  const shown = (list.resource.listed ?? []).map((id) => {
    const position = recordIn(body, id)?.[name];
    return typeof position === 'number' ? { id, position } : undefined;
  });
  return shown.every((one) => one !== undefined) && shown.length > 2 ? shown : undefined;
}

/** Which end comes first is not shown, but it is the same one in every list: 1 where the smallest position does. */
function directionOf(lists: readonly ResourceExchange[], names: readonly string[]): number {
  const ways = lists.flatMap((list) => {
    const steps = stepsOf(shownOrder(list, names) ?? []);
    const first = steps.find((step) => step !== 0) ?? 0;
    return first !== 0 && steps.every((step) => step !== -first) ? [first] : [];
  });
  return ways[0] ?? 1;
}

/** Whether each position is greater (1), smaller (-1) or the same (0) as the one before. */
function stepsOf(shown: readonly Positioned[]): readonly number[] {
  return shown.slice(1).map(({ position }, index) => Math.sign(position - (shown[index]?.position ?? 0)));
}

function inOrder(shown: readonly Positioned[], direction: number): readonly string[] {
  return shown.toSorted((a, b) => (a.position - b.position) * direction).map(({ id }) => id);
}
