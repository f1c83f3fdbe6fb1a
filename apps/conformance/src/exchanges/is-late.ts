import type { Awaited, Call } from '../cases/sequences/sequence.ts';
import { parseJson } from '../json/parse-json.ts';
import { type Exchange, succeeded } from './exchange.ts';
import type { Expectations } from './expectations.ts';
import type { Prepared } from './prepare-call.ts';
import type { Memory } from './resolve-references.ts';

interface Known {
  readonly memory: Memory;
  readonly expectations: Expectations;
}

/** Whether a read shows less, or something older, than what was written: it may only be behind. */
export function isLate(
  { expects }: Call,
  { contract }: Prepared,
  exchange: Exchange,
  { memory, expectations }: Known,
): boolean {
  if (expects !== undefined) return succeeded(exchange) && !isShown(expects, exchange, memory);
  return contract.effect === 'read' && expectations.isBehind(exchange);
}

function isShown(
  { shown = [], gone = [], records = 0 }: Awaited,
  { response }: Exchange,
  { fresh }: Memory,
): boolean {
  const text = response?.body.text ?? '';
  const has = (name: string): boolean => text.includes(fresh.get(name) ?? name);
  return shown.every(has) && !gone.some(has) && (records === 0 || longestListIn(parseJson(text)) >= records);
}

function longestListIn(body: unknown): number {
  const values = Array.isArray(body) ? [body] : Object.values(Object(body));
  return Math.max(0, ...values.map((value) => (Array.isArray(value) ? value.length : 0)));
}
