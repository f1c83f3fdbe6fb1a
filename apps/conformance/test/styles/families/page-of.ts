import { type Answer, type Call, ok, type QueryParameter, refuse } from '../route.ts';
import type { Style } from '../style.ts';

export function pageQuery({ choices }: Style): readonly QueryParameter[] {
  const { oddLimit, pageCap } = choices.lists;
  const bounds = oddLimit === 422 ? { minimum: 1, maximum: pageCap } : {};
  return [
    { name: 'next_cursor', json: { type: ['string', 'null'], format: 'date-time' } },
    { name: 'limit', json: { type: 'integer', default: 30, ...bounds } },
  ];
}

/** A page by cursor: the moment of the last record that was shown. */
export function pageOf({ style, query }: Call, records: readonly { readonly created_at: string }[]): Answer {
  const { order, pageCap } = style.choices.lists;
  const cursor = query.next_cursor;
  if (cursor !== undefined && Number.isNaN(Date.parse(cursor)))
    return refuse(422, 'next_cursor: no date-time');
  const limit = Math.min(Math.max(Number(query.limit ?? 30), 1), pageCap);
  const sign = order === 'oldest' ? 1 : -1;
  const moment = (text: string): number => Date.parse(text) * sign;
  const sorted = records.toSorted((a, b) => moment(a.created_at) - moment(b.created_at));
  const rest =
    cursor === undefined ? sorted : sorted.filter((one) => moment(one.created_at) > moment(cursor));
  const items = rest.slice(0, limit).map((one) => ({ ...one }));
  const isFull = items.length === limit;
  const goesOn = style.wire.lastCursor === 'empty page' ? isFull : rest.length > limit;
  const next = items.at(-1)?.created_at;
  return ok(goesOn && next !== undefined ? { items, next } : { items, isLast: true });
}
