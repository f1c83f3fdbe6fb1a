import { caseWords } from '../cases/case.ts';
import { machineContents, machineWords } from '../cases/machine-words.ts';
import type { Call } from '../cases/sequences/sequence.ts';
import { attributeText, isContent } from '../deployment/field-mapping/attributes.ts';
import type { Attribute } from '../deployment/field-mapping/field-mapping.ts';
import { filler, isFiller } from '../deployment/field-mapping/filler.ts';
import { leavesTheRest } from '../spec/resources.ts';
import type { Operation } from '../spec/spec.ts';
import type { Origin } from './exchange.ts';
import type { Memory } from './resolve-references.ts';
import type { SequenceOptions } from './sequence-options.ts';

/** Which texts of ours a body has: any, only short ones of letters or of plain ones, or none, since it was refused. */
export type Texts = 'any' | 'letters' | 'plain' | 'none';

interface Writing {
  readonly origin: Origin;
  readonly memory: Memory;
  readonly options: SequenceOptions;
  readonly texts: Texts;
}

/** Texts of ours; a partial update has them only where it has nothing else to say. */
export function textsFor(
  call: Call,
  {
    operation,
    wire,
  }: { readonly operation: Operation; readonly wire: Readonly<Record<string, unknown>> | undefined },
  { origin, memory, options, texts }: Writing,
): readonly (Attribute & { readonly text: string })[] {
  const { body, raw, without, as, kind = 'valid' } = call;
  if (call.texts === 'left out') return [];
  const isPlain =
    (kind === 'valid' || as === 'other' || call.long === true || call.texts !== undefined) &&
    raw === undefined &&
    without === undefined &&
    texts !== 'none';
  const isPartial = leavesTheRest(operation.resource) && Object.keys(body ?? {}).length > 0;
  if (wire === undefined || !isPlain || isPartial) return [];
  const at = call.alike === true ? { step: 0, attempt: 0 } : origin;
  const from = { step: at.step, attempt: at.attempt, id: caseWords(origin.case), nonce: memory.nonce };
  return options.fieldMapping
    .attributes(operation)
    .filter(({ name }) => isFiller(wire[name] ?? filler) || isProse(name, wire[name]))
    .map((one, index) => ({
      ...one,
      text:
        chosenText(call, one.name, at.step + index) ??
        attributeText(one.name, from, wordsFor(call, { operation, one, texts })),
    }));
}

/** Words that an owner gave for what may have any: with the same ones in all records nobody can tell these apart. */
function isProse(name: string, value: unknown): boolean {
  return isContent(name) && typeof value === 'string' && /\S\s+\S/.test(value);
}

function chosenText({ texts }: Call, name: string, number: number): string | undefined {
  if (texts === 'empty') return '';
  const words = isContent(name) ? machineContents : machineWords;
  return texts === 'machine words' ? words[number % words.length] : undefined;
}

/** Texts of more than the first buffer that many programs read. */
const long = 70_000;
/** What an odd text takes at most. */
const oddRoom = 200;

/** What replaces a text is odder than what it was made with, where there is room. */
function wordsFor(
  { long: isLong }: Call,
  {
    operation,
    one,
    texts,
  }: { readonly operation: Operation; readonly one: Attribute; readonly texts: Texts },
): Parameters<typeof attributeText>[2] {
  if (texts === 'plain' || one.room < oddRoom) return {};
  if (texts === 'letters') return { words: 'letters of many scripts' };
  const length = isLong && isLengthy(one) ? Math.min(long, one.room) : 0;
  return { words: operation.effect === 'change' || isLong ? 'of many scripts' : 'plain', length };
}

/** A name is taken to be short, declared or not. */
function isLengthy({ name, room }: Attribute): boolean {
  return isContent(name) && room > 5_000;
}
