import type { MessageKind } from '../../../cases/scenario.ts';
import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
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
      turnsByKind(recording).filter(({ operation }) => operations.includes(operation)),
      ({ same, taken }) => {
        const [first, second] = same.slice(-2);
        const isAlways = same.length >= fewest && same.every(isInternalError);
        if (!isAlways || taken === undefined || first === undefined || second === undefined) return undefined;
        return finding([taken, first, second], {
          expected: { kind: 'status', oneOf: ['success'], because: { kind: 'repeated', of: 'alike' } },
          observed: statusOf(second),
        });
      },
      ({ same }) => same.some(succeeded),
    ),
};

/** Fewer may be trouble on the way. */
const fewest = 3;

const internalError = 500;

function isInternalError({ response }: Exchange): boolean {
  return response?.status === internalError;
}

/** What a worker does for these may fail by itself. */
const asksForMore: readonly MessageKind[] = ['background', 'failing-background', 'tool-call', 'slow'];

interface Turns {
  readonly operation: string;
  /** The messages of one kind that one operation was sent. */
  readonly same: readonly Exchange[];
  /** What shows that the operation works, or that another one takes messages of the kind. */
  readonly taken: Exchange | undefined;
}

function turnsByKind(recording: Recording): readonly Turns[] {
  const turns = runHistories(recording).flatMap(({ exchanges }) =>
    exchanges.filter(({ sent, response }) => sent !== undefined && response !== undefined),
  );
  const groups = Map.groupBy(turns, ({ operation, sent }) => `${operation}\n${sent?.kind}`);
  return [...groups.values()].flatMap((same): Turns[] => {
    const [{ operation, sent } = {}] = same;
    if (operation === undefined || sent === undefined) return [];
    const isShared = asksForMore.includes(sent.kind);
    const others = turns.filter((one) =>
      isShared
        ? one.operation !== operation && one.sent?.kind === sent.kind
        : one.operation === operation && one.sent?.kind === 'plain',
    );
    const taken = others.filter(succeeded);
    return [{ operation, same, taken: taken.length >= fewest - 1 ? taken.at(-1) : undefined }];
  });
}
