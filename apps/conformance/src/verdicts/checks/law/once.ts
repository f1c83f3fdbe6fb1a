import { type Exchange, isRefused, succeeded } from '../../../exchanges/exchange.ts';
import { hasMember, isId, recordIn } from '../../../json/find-record.ts';
import { bodyIn } from '../../bodies.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { idOf, type ListPair, listPairs, makes, plain, tellsOf, textsIn } from '../../list-pairs.ts';
import type { ResourceExchange } from '../../resources.ts';
import { type Check, joinJudgements, judgeEach, type Recording } from '../../verdict.ts';

export const isMadeOnce: Check = {
  id: 'law.once',
  drivenBy: 'sequences',
  evidence: ['change-made', 'records-listed'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) => {
    const pairs = listPairs(recording);
    const binding = pairs.filter(({ writes }) =>
      writes.some((one) => binds(operations, one) && succeeded(one)),
    );
    const each = judgeEach(binding, (pair) => madeTwice(pair) ?? removedBeside(pair, recording));
    const findings = doubledEachTime(pairs, operations);
    return joinJudgements(each, { subjects: findings.length, findings });
  },
};

export const refusedIsNothing: Check = {
  id: 'law.refused-is-nothing',
  drivenBy: 'sequences',
  evidence: ['records-listed'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      listPairs(recording).filter(({ writes, taken }) =>
        writes.some((one) => binds(operations, one) && isRefusedCreate(one) && hasOwnText(one, taken)),
      ),
      (pair) => {
        const refused = pair.writes.filter((one) => isRefusedCreate(one) && hasOwnText(one, pair.taken));
        const stored = refused.find((one) => strangers({ ...pair, texts: new Set(textsIn(one)) }).length > 0);
        return stored && surplus(pair, [stored], strangers(pair));
      },
    ),
};

/** Whether a request has a text that no other one was sent with which made something. */
function hasOwnText(call: ResourceExchange, taken: ReadonlySet<string>): boolean {
  const texts = textsIn(call);
  return texts.length > 0 && texts.every((text) => !taken.has(text));
}

function binds(operations: readonly string[], { operation }: Exchange): boolean {
  return operations.includes(operation);
}

function isRefusedCreate(call: ResourceExchange): boolean {
  return call.resource.act === 'create' && call.identity === 'own' && isRefused(call);
}

/** Records that came up between two lists, and that no answer has ever told of. */
function untold({ before, after, isTold }: ListPair): readonly string[] {
  return after.resource.listed.filter(
    (id) => !before.resource.listed.some((one) => isId(one, id)) && !isTold(id),
  );
}

/** Those of them that have a text of ours. */
function strangers(pair: ListPair): readonly string[] {
  const { after, texts } = pair;
  return untold(pair).filter((id) =>
    hasMember(recordIn(bodyIn(after), id), (text) => texts.has(plain(text))),
  );
}

/** So often it is no chance that somebody else makes as many records at the same time. */
const fewestTimes = 3;

/**
 * Records may have no text of ours. Where each time as many came up untold as were made here, beside these, and none where
 * nothing was made, each creation makes two.
 */
function doubledEachTime(pairs: readonly ListPair[], operations: readonly string[]): readonly Found[] {
  const places = Map.groupBy(
    pairs.filter(({ isApart }) => isApart),
    ({ after }) => `${after.operation}\n${after.resource.parent}`,
  );
  return [...places.values()].flatMap((some): Found[] => {
    const making = some.filter((pair) => createsIn(pair).length > 0);
    // Whose lists go by the identifiers that creations tell.
    const telling = making.filter((pair) => createsIn(pair).some((one) => isListedIn(pair, one)));
    const [last, quiet] = [telling.at(-1), some.find((pair) => !making.includes(pair))];
    if (telling.length < fewestTimes || last === undefined || quiet === undefined) return [];
    const creates = making.flatMap(createsIn);
    if (!some.every(isDoubled) || !creates.some((one) => binds(operations, one))) return [];
    const lists = making.flatMap(({ before, after }) => [before, after]);
    return [surplus(last, [quiet.before, quiet.after, ...lists, ...creates], untold(last))];
  });
}

/** Whether as many came up untold as were made; some of those that were made are removed again before the second list. */
function isDoubled(pair: ListPair): boolean {
  const creates = createsIn(pair);
  return (
    untold(pair).length === creates.length &&
    (creates.some((one) => isListedIn(pair, one)) || creates.every((one) => isRemovedIn(pair, one)))
  );
}

function isListedIn({ after }: ListPair, one: ResourceExchange): boolean {
  return after.resource.listed.some((id) => isId(id, idOf(one)));
}

function isRemovedIn({ writes }: ListPair, made: ResourceExchange): boolean {
  return writes.some((one) => one.resource.act === 'remove' && succeeded(one) && isId(idOf(one), idOf(made)));
}

function createsIn({ after, writes }: ListPair): readonly ResourceExchange[] {
  return writes.filter(
    (one) => makes(one) && one.identity === 'own' && one.resource.parent === after.resource.parent,
  );
}

function madeTwice(pair: ListPair): Found | undefined {
  const made = pair.writes.filter((one) => makes(one) && one.identity === 'own');
  const last = made.at(-1);
  const unnamed = made.filter((one) => isUnnamed(one, pair));
  return last !== undefined && strangers({ ...pair, texts: pair.taken }).length > unnamed.length
    ? surplus(pair, [last], strangers(pair))
    : undefined;
}

/** Whether it made something and tells of none that is listed: a number in its answer may count anything. */
function isUnnamed(one: ResourceExchange, { after }: ListPair): boolean {
  return one.resource.id === undefined && !after.resource.listed.some((id) => tellsOf(one, id));
}

/** More records than were made, by the lists before and after and what tells of those that were. */
function surplus(
  { before, after }: ListPair,
  beside: readonly ResourceExchange[],
  extra: readonly string[],
): Found {
  const count = after.resource.listed.length;
  const others = new Set(beside.filter((one) => one !== before && one !== after));
  return finding([before, ...others, after], {
    expected: { kind: 'count', of: 'records', exactly: count - extra.length },
    observed: { kind: 'count', count, before: before.resource.listed.length },
  });
}

/** A record that was not to be removed, and that went with one that was. */
function removedBeside(pair: ListPair, recording: Recording): Found | undefined {
  const { before, after, writes } = pair;
  const removals = writes.filter((one) => one.resource.act === 'remove');
  const [removal] = removals.filter(succeeded);
  const isShorter = after.resource.listed.length < before.resource.listed.length;
  if (removal === undefined || !isShorter) return undefined;
  const lost = lostBetween(pair, recording);
  if (lost.length === 0) return undefined;
  const count = after.resource.listed.length;
  return finding([before, removal, after], {
    expected: { kind: 'count', of: 'records', exactly: count + lost.length },
    observed: { kind: 'count', count, before: before.resource.listed.length },
  });
}

/** What refers to a record that was removed may go with it, as the schedules of a chat do. */
function lostBetween({ before, after, kept }: ListPair, { contract }: Recording): readonly string[] {
  if (contract.get(before.operation)?.resource?.family.refersTo !== undefined) return [];
  const left = new Set(after.resource.listed.map(plain));
  return before.resource.listed.filter((id) => !left.has(plain(id)) && kept.has(plain(id)));
}
