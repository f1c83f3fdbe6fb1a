import type { MessageKind } from '../../../cases/scenario.ts';
import { type Exchange, isInternalError, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { runHistories } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const messageIsNoInternalError: Check = {
  id: 'law.message-is-no-internal-error',
  drivenBy: 'scenarios',
  evidence: ['run-call'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      turnsIn(recording).filter(({ turn }) => operations.includes(turn.operation)),
      ({ turn, same, taken }) => {
        const isAlways = same.length >= fewest && same.every(isInternalError);
        const [before, last] = same.slice(-2);
        if (!isAlways || taken === undefined || before === undefined || turn !== last) return undefined;
        return finding([taken, before, turn], {
          expected: { kind: 'status', oneOf: ['success'], because: { kind: 'repeated', of: 'alike' } },
          observed: statusOf(turn),
        });
      },
      ({ turn }) => succeeded(turn),
    ),
};

/** Fewer may be trouble on the way. */
const fewest = 3;

/** What a worker does for these may fail by itself. */
const asksForMore: readonly MessageKind[] = ['background', 'failing-background', 'tool-call', 'slow'];

interface Turn {
  readonly turn: Exchange;
  /** The messages of its kind that its operation was sent. */
  readonly same: readonly Exchange[];
  /** What shows that the operation works, or that another one takes messages of the kind. */
  readonly taken: Exchange | undefined;
}

function turnsIn(recording: Recording): readonly Turn[] {
  const turns = runHistories(recording).flatMap(({ exchanges }) =>
    exchanges.filter(({ sent, response }) => sent !== undefined && response !== undefined),
  );
  const groups = Map.groupBy(turns, ({ operation, sent }) => `${operation}\n${sent?.kind}`);
  return [...groups.values()].flatMap((same) => {
    const [{ operation, sent } = {}] = same;
    const isShared = sent !== undefined && asksForMore.includes(sent.kind);
    const others = turns.filter((one) =>
      isShared
        ? one.operation !== operation && one.sent?.kind === sent.kind
        : one.operation === operation && one.sent?.kind === 'plain',
    );
    const taken = others.filter(succeeded);
    const shown = taken.length >= fewest - 1 ? taken.at(-1) : undefined;
    return same.map((turn) => ({ turn, same, taken: shown }));
  });
}
