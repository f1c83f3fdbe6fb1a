import { recordOf } from '../../src/json/json-record.ts';
import { around, type Target } from './breaker.ts';
import type { Mutant } from './mutant.ts';

/** What several changes under way see of one record: what it was before the first of them. */
interface Before {
  readonly record: Promise<Readonly<Record<string, unknown>>>;
  underWay: number;
}

/** Each change writes back the whole record as it was when the first of those under way began. */
export function withStaleChanges(target: Target): Mutant['wrap'] {
  const seen = new Map<string, Before>();
  return around(target, async (request, fetch) => {
    const { url, method, headers } = request;
    const read = async () => recordOf(await (await fetch(new Request(url, { headers }))).json());
    const before = seen.get(url) ?? { record: read(), underWay: 0 };
    seen.set(url, before);
    before.underWay += 1;
    const text = await request.text();
    const { chat_prompt, visibility } = await before.record;
    const body = text.replace(/^\{(?=.)/, `${JSON.stringify({ chat_prompt, visibility }).slice(0, -1)},`);
    const response = await fetch(new Request(url, { method, headers, body }));
    before.underWay -= 1;
    if (before.underWay === 0) seen.delete(url);
    return response;
  });
}
