import { createHash } from 'node:crypto';
import type { Mutation } from './mutation.ts';

/**
 * One word for a mutation, such as `null@title`: the same in each run and however it is told, another one for each
 * mutation of a call. It needs no quoting in a shell.
 */
export function mutationKey(mutation: Mutation): string {
  switch (mutation.kind) {
    case 'type':
      return `${mutation.type}@${word(mutation.at)}`;
    case 'text':
      return `${mutation.text}@${word(mutation.at)}`;
    case 'literal':
      return `${word(mutation.json)}@${word(mutation.at)}`;
    case 'form':
      return `form-${mutation.form}@${word(mutation.at)}`;
    case 'nested':
      return `nested-${mutation.levels}@${word(mutation.at)}`;
    case 'bound':
      return `${mutation.of}-${word(`${mutation.value}`)}@${word(mutation.at)}`;
    case 'choice':
      return `choice-${chosen(mutation.value)}@${word(mutation.at)}`;
    case 'no-choice':
    case 'left-out':
      return `${mutation.kind}@${word(mutation.at)}`;
    case 'random':
      return `random-${mutation.number}-of-seed-${mutation.seed}@${word(mutation.at)}`;
    case 'body':
      return `body-${mutation.form}`;
    case 'nested-body':
      return `body-nested-${mutation.levels}`;
    case 'duplicate-name':
      return `duplicate-name@${word(mutation.name)}`;
    case 'undescribed-text':
      return `undescribed-text-${mutation.characters}`;
    case 'value':
      return `value-${mutation.form}@${word(mutation.of)}`;
    case 'twice':
      return `twice-${mutation.values}@${word(mutation.of)}`;
    case 'wrong-value':
      return `wrong-${mutation.value}@${word(mutation.of)}`;
    case 'no-value':
    case 'unknown-file':
    case 'unknown-id':
    case 'another-record':
      return `${mutation.kind}@${word(mutation.of)}`;
    case 'odd-message':
      return `message-${mutation.odd}`;
    case 'another-owner':
      return mutation.kind;
    case 'signature':
      return `signature-${mutation.form}`;
    case 'tool-input':
      return `tool-input-${digest(JSON.stringify(mutation.input))}`;
  }
}

const plain = /^-?[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*$/;
const [longest, mostLetters] = [40, 24];

/** A text that is short and plain as it is; of any other some letters and a digest, which no plain text looks like. */
function word(text: string): string {
  if (plain.test(text) && text.length <= longest) return text;
  const letters = text
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, mostLetters)
    .replaceAll(/^-|-$/g, '');
  return `${letters}__${digest(JSON.stringify(text))}`;
}

/** A text may do without its quotation marks where it can't be taken for another JSON value. */
function chosen(value: unknown): string {
  const isName = typeof value === 'string' && /^[a-z]/i.test(value) && !/^(true|false|null)$/.test(value);
  return word(isName ? value : JSON.stringify(value));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
