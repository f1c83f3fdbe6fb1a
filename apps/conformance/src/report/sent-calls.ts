import { type Call, referencesIn } from '../cases/sequences/sequence.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { statusesOf } from './curl-answer.ts';

export interface SentCall {
  readonly call: Call;
  /** The call in words. */
  readonly words: string;
  /** All that was sent for it, without what only found out a name. */
  readonly exchanges: readonly [Exchange, ...Exchange[]];
}

/** Calls that go out together. */
export type Group = readonly [SentCall, ...SentCall[]];

export function groupsOf(sent: readonly SentCall[]): readonly Group[] {
  const starts = sent.flatMap(({ call }, index) => (call.alongside === true && index > 0 ? [] : [index]));
  return starts.flatMap((start, index) => {
    const [first, ...others] = sent.slice(start, starts[index + 1]);
    return first === undefined ? [] : [[first, ...others] as const];
  });
}

/** What prints the statuses of the same calls by the same user that went out together with this one. */
export function statusesBeside(sent: readonly SentCall[], kept: Exchange | undefined): string | undefined {
  const groups = groupsOf(sent).map((group) => group.flatMap(({ exchanges }) => exchanges.slice(-1)));
  const group = groups.find((some) => some.length > 1 && some.some(({ id }) => id === kept?.id)) ?? [];
  const same = group.filter(
    ({ operation, identity }) => operation === kept?.operation && identity === kept?.identity,
  );
  return same.length === 0 ? undefined : statusesOf(same.map(({ origin }) => origin.step));
}

export function lastOf({ exchanges }: SentCall): Exchange {
  return exchanges.at(-1) ?? exchanges[0];
}

export function lacksCalls(sent: readonly SentCall[]): boolean {
  const names = new Set(sent.map(({ call }) => call.name));
  return sent.some(({ call }) =>
    referencesIn(call).some((reference) => 'of' in reference && !names.has(reference.of)),
  );
}

/** A wait that counts, such as the time that what was written has to show; in ms. */
const leastPause = 500;

export function pauseBefore({ exchanges }: SentCall, before: SentCall | undefined): string[] {
  const prior = exchanges.at(-2) ?? before?.exchanges.at(-1);
  const [from = Infinity, to = 0] = [prior?.response?.endedAt, exchanges.at(-1)?.sentAt];
  return to - from < leastPause ? [] : [`sleep ${((to - from) / 1000).toFixed(1)}`];
}
