import { isRefused, isWrite, succeeded } from '../../../exchanges/exchange.ts';
import { writtenIn } from '../../../json/find-record.ts';
import { at } from '../../../json/json-record.ts';
import { bodyIn, requestIn } from '../../bodies.ts';
import type { Condition } from '../../findings/condition.ts';
import { finding } from '../../findings/finding.ts';
import { isOurs, shortened, shownUnder } from '../../our-texts.ts';
import { isFresh } from '../../presence.ts';
import { type ResourceExchange, type ResourceHistory, resourceHistories, traceOf } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** A text of ours that was there until a write that was taken emptied it or left it out, and an answer since. */
interface TakenAway {
  readonly history: ResourceHistory;
  readonly answer: ResourceExchange;
  readonly path: readonly string[];
  readonly before: unknown;
}

export const emptiedTextIsEmpty = checkOf({
  id: 'law.emptied-text-is-empty',
  isAway: (sent) => sent === '',
  because: { kind: 'written' },
});

const fullUpdate = 'law.full-update-leaves-nothing';

export const fullUpdateLeavesNothing = checkOf({
  id: fullUpdate,
  isAway: (sent) => sent === undefined,
  because: { kind: 'documented', rule: fullUpdate, text: 'body AgentStudioChatCreate (full update)' },
});

interface Away {
  readonly id: string;
  readonly isAway: (sent: unknown) => boolean;
  readonly because: Condition;
}

function checkOf({ id, isAway, because }: Away): Check {
  return {
    id,
    drivenBy: 'sequences',
    evidence: ['record-written', 'record-shown'],
    needs: [],
    judge: (recording, { operations }) =>
      judgeEach(
        resourceHistories(recording).flatMap((history) =>
          writesIn(history)
            .filter(
              ({ operation, intent }) => operations.includes(operation) && intent?.kind === 'open-refusal',
            )
            .filter(succeeded)
            .flatMap((write) => takenAway(history, write, { isAway, recording })),
        ),
        ({ history, answer, path, before }) =>
          shownIn(answer, history, path) === before
            ? finding(traceOf(history, answer), {
                expected: {
                  kind: 'field',
                  path,
                  must: 'differ-from-before',
                  because,
                },
                observed: { kind: 'field', path, value: shortened(before), before: shortened(before) },
              })
            : undefined,
        ({ answer }) => !isWrite(answer),
      ),
  };
}

interface Taking {
  readonly isAway: (sent: unknown) => boolean;
  readonly recording: Recording;
}

/** Only what bodies of the operation may have for sure. */
function takenAway(
  history: ResourceHistory,
  write: ResourceExchange,
  { isAway, recording }: Taking,
): readonly TakenAway[] {
  const { calls } = history;
  const names = calls
    .filter(({ operation }) => operation === write.operation)
    .flatMap((call) => takenBy(call, history));
  const last = calls.findLast((call) => succeeded(call) && endedAt(call) <= write.sentAt);
  const next = Math.min(
    ...writesIn(history)
      .map(({ sentAt }) => sentAt)
      .filter((sentAt) => sentAt > write.sentAt),
  );
  const reads = calls.filter(
    (call) =>
      call.resource.act === 'read' &&
      call.identity === 'own' &&
      succeeded(call) &&
      call.sentAt >= endedAt(write) &&
      endedAt(call) <= next,
  );
  if (last === undefined) return [];
  const away = [...new Set(names)].filter(
    (name) => isOurs(shownIn(last, history, [name])) && isAway(at(requestIn(write), [name])),
  );
  // One that stays where another is emptied may be one of which there has to be some.
  const kept = away.filter((name) => isOurs(shownIn(write, history, [name])));
  if (isAway('') && kept.length > 0 && kept.length < away.length) return [];
  return away.flatMap((name) => {
    const path = [name];
    const before = shownIn(last, history, path);
    // What is read too soon may be what was there before, but nothing else.
    const due = reads.filter(
      (read) => shownIn(read, history, path) !== before || !isFresh(history, read, recording),
    );
    return [write, ...due].map((answer) => ({ history, answer, path, before }));
  });
}

/** The names that the deployment's own document has in such a body, or whose text came back. */
function takenBy(call: ResourceExchange, { id }: ResourceHistory): readonly string[] {
  const echoed = writtenIn(requestIn(call)).filter(
    (sent) => isOurs(sent.value) && shownUnder(bodyIn(call), sent, id) === sent.value,
  );
  return [...(call.resource.told ?? []), ...echoed.flatMap(({ path }) => path.at(-1) ?? [])];
}

function writesIn({ calls }: ResourceHistory): readonly ResourceExchange[] {
  return calls.filter((call) => isWrite(call) && !isRefused(call));
}

function shownIn(answer: ResourceExchange, { id }: ResourceHistory, path: readonly string[]): unknown {
  return shownUnder(bodyIn(answer), { path }, id);
}
