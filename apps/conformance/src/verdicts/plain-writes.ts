import { isWrite, succeeded } from '../exchanges/exchange.ts';
import { type Field, writtenIn } from '../json/find-record.ts';
import { at } from '../json/json-record.ts';
import { requestIn } from './bodies.ts';
import { ownerOf, type ResourceExchange, type ResourceHistory } from './resources.ts';
import type { Recording } from './verdict.ts';

/** Writes that the record takes for sure; a clone need not, nor what was there before somebody wanted to make it. */
export function plainWrites(history: ResourceHistory, { contract }: Recording): readonly ResourceExchange[] {
  const {
    calls,
    existenceEvidence: [first],
  } = history;
  return calls.filter((call) => {
    const isNew = call.resource.act !== 'create' || first?.id === call.id;
    const isClone = contract.get(call.operation)?.resource?.does === 'clone';
    return isNew && isWrite(call) && isPlain(call, history) && !isClone;
  });
}

/** By the user whose record it is, taken as it was meant. */
export function isPlain(call: ResourceExchange, history: ResourceHistory): boolean {
  const { resource, intent, identity } = call;
  const isValid = intent?.kind === 'valid' || intent?.kind === 'open-refusal';
  return isValid && identity === (ownerOf(history) ?? 'own') && resource.unsure !== 'all' && succeeded(call);
}

/** Whether it was sent in a field that only the deployment's own document or its answers name. */
export function isFurther({ resource }: ResourceExchange, { path }: Field): boolean {
  return resource.further?.includes(path.at(-1) ?? '') === true;
}

/** What a request has for its record, with the words of ours that stand alone in a list. */
export function sentBy(write: ResourceExchange): readonly Field[] {
  const request = requestIn(write);
  const lists = (write.resource.further ?? []).flatMap((name): Field[] => {
    const list = at(request, [name]);
    return Array.isArray(list) && list.length === 1 ? [{ path: [name], value: list[0] }] : [];
  });
  return [...writtenIn(request), ...lists];
}
