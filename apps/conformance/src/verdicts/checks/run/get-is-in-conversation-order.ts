import { holds } from '../../../cases/kept-text.ts';
import type { Exchange } from '../../../exchanges/exchange.ts';
import { userContents } from '../../../exchanges/run-messages.ts';
import { finding } from '../../findings/finding.ts';
import { messagesOf } from '../../messages.ts';
import { endedAt, type RunHistory, readsOf, runHistories, turnsOf } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const getIsInConversationOrder: Check = {
  id: 'run.get-is-in-conversation-order',
  drivenBy: 'scenarios',
  evidence: ['put-accepted', 'run-read'],
  traffic: { restsOn: 'lasting' },
  needs: [],
  judge: (recording) =>
    judgeEach(runHistories(recording).flatMap(orderedReads), ({ read, turns }) => {
      const swapped = turns.find(
        (turn, index) => index > 0 && positionOf(turn, read) < positionOf(turns[index - 1], read),
      );
      if (swapped === undefined) return undefined;
      return finding([...asPair(turns, swapped), read], {
        expected: { kind: 'order', by: 'conversation' },
        observed: { kind: 'order' },
      });
    }),
};

/** Each GET with the messages that it shows and that were sent one after the other's end. */
function orderedReads(history: RunHistory): { read: Exchange; turns: Exchange[] }[] {
  return readsOf(history).flatMap((read) => {
    const done = turnsOf(history).filter(
      (turn) => isUnique(turn, history) && endedAt(turn) <= read.sentAt && positionOf(turn, read) >= 0,
    );
    const turns = done.filter(
      (turn, index) => index === 0 || done.slice(0, index).every((one) => endedAt(one) <= turn.sentAt),
    );
    return turns.length >= 2 ? [{ read, turns }] : [];
  });
}

/** A command that was sent twice, or begins another one, can't be told apart in the history. */
function isUnique({ sent: own }: Exchange, history: RunHistory): boolean {
  return history.exchanges.filter(({ sent }) => sent && holds(sent.text, own?.text ?? '')).length === 1;
}

function positionOf(turn: Exchange | undefined, read: Exchange): number {
  const contents = userContents(messagesOf(read) ?? []);
  return contents.findIndex((content) => holds(content, turn?.sent?.text ?? ''));
}

function asPair(turns: readonly Exchange[], swapped: Exchange): [Exchange, ...Exchange[]] {
  const earlier = turns[turns.indexOf(swapped) - 1];
  return earlier === undefined ? [swapped] : [earlier, swapped];
}
