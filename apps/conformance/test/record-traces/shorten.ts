import type { Exchange, ResourceCall } from '../../src/exchanges/exchange.ts';
import { parseJson } from '../../src/json/parse-json.ts';
import type { Trace } from '../helpers/trace.ts';
import { fewest, fewestParts } from './fewest.ts';

export type Exchanges = readonly Exchange[];

/** What is longer, in characters of its JSON, is cut. */
const longestKept = 300;

/** Something of an exchange that may be long. */
interface Place {
  readonly read: (one: Exchange) => unknown;
  readonly write: (one: Exchange, value: unknown) => Exchange;
}

const places: readonly Place[] = [
  {
    read: ({ response }) => response && parseJson(response.body.text),
    write: ({ response, ...others }, value) => ({
      ...others,
      ...(response && { response: { ...response, body: { ...response.body, text: JSON.stringify(value) } } }),
    }),
  },
  {
    read: ({ request }) => request.body && parseJson(request.body),
    write: ({ request, ...others }, value) => ({
      ...others,
      request: { ...request, body: JSON.stringify(value) },
    }),
  },
  {
    read: ({ resource }) => resource && shownBy(resource),
    write: ({ resource, ...others }, value) => ({
      ...others,
      ...(resource && { resource: { ...withoutShown(resource), ...(value as Shown) } }),
    }),
  },
];

/** What a record was written and shown with; any part of it may be missing. */
type Shown = Pick<ResourceCall, 'listed' | 'wrote' | 'shows'>;

function shownBy({ listed, wrote, shows }: ResourceCall): Shown {
  return { listed, wrote, shows };
}

function withoutShown({ listed: _, wrote: __, shows: ___, ...others }: ResourceCall): ResourceCall {
  return others;
}

/** Cuts what is long, one place after the other, down to what has to be there for this to hold. */
export function shorten(exchanges: Exchanges, holds: (changed: Exchanges) => boolean): Exchanges {
  let shorter = exchanges;
  for (const index of exchanges.keys()) {
    for (const { read, write } of places) {
      const one = shorter[index];
      const value = one && read(one);
      if (one === undefined || value === undefined || JSON.stringify(value).length <= longestKept) continue;
      const put = (changed: unknown): Exchanges => shorter.with(index, write(one, changed));
      shorter = put(fewestParts(value, (changed) => holds(put(changed))));
    }
  }
  return shorter;
}

type Background = Trace['background'];

/** Few checks look at more than the exchanges and their times. */
export function shortenBackground(
  { consistencyWindowMs, ...others }: Background,
  holds: (changed: Background) => boolean,
): Background {
  // What is left of a member is still one, as with records.
  const put = (some: object): Background => ({ consistencyWindowMs, ...some }) as Background;
  const kept = fewest(Object.entries(others), (some) => holds(put(Object.fromEntries(some))));
  const members = Object.fromEntries(kept);
  if (JSON.stringify(members).length <= longestKept) return put(members);
  return put(fewestParts(members, (changed) => holds(put(changed as object))) as object);
}
