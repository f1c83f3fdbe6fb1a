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
      tornIn,
      // Letters of one byte each can't be torn.
      (stream) => /[^\0-\x7f]/.test(textOf(stream)),
    ),
};

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
  const text = textOf(stream);
  const at = text.search(replacement);
  return at === -1
    ? undefined
    : finding([stream], {
        expected: { kind: 'stream-line', holds: 'whole-characters' },
        observed: {
          kind: 'stream-line',
          holds: 'torn-character',
          text: excerptOf(text.slice(Math.max(0, at - shownBefore))),
        },
      });
}

function textOf({ response }: Exchange): string {
  return response?.body.text ?? '';
}
