import type { Reference } from '../cases/sequences/sequence.ts';
import { isRecord } from '../json/json-record.ts';
import { parseJson } from '../json/parse-json.ts';
import { recordsAround } from '../json/records-around.ts';

/** What the outputs of NOTIFIER tools hold, and the fresh texts of the sequence. */
interface Outputs {
  readonly answers: ReadonlyMap<string, { readonly body: unknown }>;
  readonly fresh: ReadonlyMap<string, string>;
}

type OutputReference = Extract<
  Reference,
  { readonly idenIn: string } | { readonly momentIn: string } | { readonly cursorIn: string }
>;

/** @returns undefined where the output has no such thing. */
export function inOutput(reference: OutputReference, outputs: Outputs): string | number | undefined {
  if ('idenIn' in reference) return idenBeside(reference, outputs);
  return 'momentIn' in reference ? momentBeside(reference, outputs) : cursorIn(reference, outputs);
}

/** The parameters that name a record of the notification service are the names under which outputs show it. */
const idens = ['iden', 'device_iden', 'id'];

function idenBeside(
  { idenIn, beside }: Extract<Reference, { idenIn: string }>,
  { answers, fresh }: Outputs,
): string | undefined {
  const text = fresh.get(beside);
  const records = text === undefined ? [] : recordsAround(answers.get(idenIn)?.body, text);
  const found = idens.flatMap((name) => records.map((record) => record[name]));
  return found.find((one) => typeof one === 'string');
}

/** Since when a number of seconds may be a moment that a record of today has: July 2017 to May 2033. */
const moments = { from: 1_500_000_000, to: 2_000_000_000 };

/** The last of the moments that the record has: when it was changed, whatever that is called. */
function momentBeside(
  { momentIn, beside }: Extract<Reference, { momentIn: string }>,
  { answers, fresh }: Outputs,
): number | undefined {
  const text = fresh.get(beside);
  const [record = {}] = text === undefined ? [] : recordsAround(answers.get(momentIn)?.body, text);
  const found = Object.values(record).filter(
    (value): value is number => typeof value === 'number' && value > moments.from && value < moments.to,
  );
  return found.length === 0 ? undefined : Math.max(...found);
}

/** The cursor of the next page, named so anywhere in an output. */
function cursorIn(
  { cursorIn: name }: Extract<Reference, { cursorIn: string }>,
  { answers }: Outputs,
): string | undefined {
  return cursorOf(answers.get(name)?.body);
}

function cursorOf(value: unknown): string | undefined {
  if (typeof value === 'string') {
    const inner = parseJson(value);
    return typeof inner === 'object' ? cursorOf(inner) : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const own = isRecord(value)
    ? Object.entries(value).find(
        ([name, one]) => /cursor/i.test(name) && typeof one === 'string' && one !== '',
      )
    : undefined;
  if (typeof own?.[1] === 'string') return own[1];
  return Object.values(value)
    .map(cursorOf)
    .find((one) => one !== undefined);
}
