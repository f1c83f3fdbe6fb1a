import { type Exchange, header, succeeded } from '../../../exchanges/exchange.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { excerptOf } from '../../findings/observe.ts';
import { runHistories, turnsOf } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const streamsTearNoCharacter: Check = {
  id: 'law.streams-tear-no-character',
  drivenBy: 'scenarios',
  evidence: ['run-call'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      streamsIn(recording).filter(({ operation }) => operations.includes(operation)),
      (stream) => tornIn(stream) ?? markedIn(stream),
      // Letters of one byte each can't be torn.
      (stream) => beyondAscii.test(textOf(stream)),
    ),
};

const beyondAscii = /[^\0-\x7f]/;
/** What stands for bytes that are no character, by itself or as JSON may write it. */
const replacement = /\ufffd|\\ufffd/i;
/** Half of a character, as JSON writes it, which decoders replace as well. */
const half = /\\ud[89a-f]/i;

/** Whole answers in UTF-8, of runs that were sent nothing torn. */
function streamsIn(recording: Recording): readonly Exchange[] {
  return runHistories(recording)
    .map(turnsOf)
    .filter((turns) =>
      turns.every(({ request: { body = '' } }) => !replacement.test(body) && !half.test(body)),
    )
    .flat()
    .filter((turn) => succeeded(turn) && turn.response?.body.ended === 'complete' && isInUtf8(turn));
}

function isInUtf8(turn: Exchange): boolean {
  const [, charset = 'utf-8'] = /charset="?([\w-]+)/i.exec(header(turn, 'content-type') ?? '') ?? [];
  return /^utf-?8$/i.test(charset);
}

const shownBefore = 40;

function tornIn(stream: Exchange): Found | undefined {
  return brokenAt(stream, textOf(stream).search(replacement), 'torn-character');
}

/** An answer that repeats what it was told, with marks in place of some of the letters beyond ASCII, and others as they were. */
function markedIn(stream: Exchange): Found | undefined {
  const [phrase] = /[^\0-\x7f](?:.*[^\0-\x7f])?/su.exec(stream.sent?.text ?? '') ?? [];
  if (phrase === undefined) return undefined;
  const letters = phrase.match(/[\0-\x7f]\p{M}+|./gsu) ?? [];
  const repeated = new RegExp(letters.map(orMarks).join(''), 'u').exec(textOf(stream));
  const isMarked = repeated !== null && marksIn(repeated[0]) > marksIn(phrase);
  return isMarked && beyondAscii.test(repeated[0])
    ? brokenAt(stream, repeated.index, 'marks-for-letters')
    : undefined;
}

function marksIn(text: string): number {
  return text.split('?').length - 1;
}

/** A letter in either of its forms, or a mark for each byte of what is beyond ASCII in it. */
function orMarks(letter: string): string {
  if (!beyondAscii.test(letter)) return letter.replace(/[.+*?^$()[\]{}|\\/]/, '\\$&');
  const [whole, apart] = [letter.normalize('NFC'), letter.normalize('NFD')];
  const plain = beyondAscii.test(apart.charAt(0)) ? '' : `${apart.charAt(0)}?`;
  return `(?:${whole}|${apart}|${plain}\\?{1,${Buffer.byteLength(apart)}})`;
}

function brokenAt(
  stream: Exchange,
  at: number,
  holds: 'torn-character' | 'marks-for-letters',
): Found | undefined {
  if (at === -1) return undefined;
  return finding([stream], {
    expected: { kind: 'stream-line', holds: 'whole-characters' },
    observed: {
      kind: 'stream-line',
      holds,
      text: excerptOf(textOf(stream).slice(Math.max(0, at - shownBefore))),
    },
  });
}

function textOf({ response }: Exchange): string {
  return response?.body.text ?? '';
}
