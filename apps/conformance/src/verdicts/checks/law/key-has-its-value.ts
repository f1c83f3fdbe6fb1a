import { succeeded } from '../../../exchanges/exchange.ts';
import { isMoment, recordIn } from '../../../json/find-record.ts';
import { type JsonRecord, recordOf } from '../../../json/json-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { keyFamilies } from '../../key-families.ts';
import { type ResourceExchange, type ResourceHistory, resourceHistories, traceOf } from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** An answer that should have the value of a key, and the names under which no hidden variant shows what the key was made with. */
interface Shown {
  readonly history: ResourceHistory;
  readonly answer: ResourceExchange;
  readonly secrets: readonly string[];
}

export const keyHasItsValue: Check = {
  id: 'law.key-has-its-value',
  drivenBy: 'sequences',
  evidence: ['record-made', 'records-listed'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      keysShown(recording).filter(({ answer }) => operations.includes(answer.operation)),
      ({ history, answer, secrets }) => {
        const record = inAnswer(answer, history);
        if (secrets.some((name) => isText(record[name]))) return undefined;
        return finding(traceOf(history, answer), {
          expected: {
            kind: 'field',
            path: secrets.slice(0, 1),
            must: 'have-the-value-of-the-key',
          },
          observed: { kind: 'field', path: secrets.slice(0, 1) },
        });
      },
    ),
};

/** All that makes or reads keys, where the names of their values are known from some that were made and listed. */
function keysShown(recording: Recording): readonly Shown[] {
  const keys = resourceHistories(recording).filter(({ family }) => keyFamilies(recording).has(family));
  const known = keys.map(secretsOf).filter((names) => names !== undefined);
  const secrets = [...new Set(known.flat())];
  if (known.length === 0) return [];
  return keys.flatMap((history) =>
    history.calls
      .filter(({ resource }) => resource.act === 'create' || resource.act === 'read')
      .filter((answer) => succeeded(answer) && bodyIn(answer) !== undefined)
      .map((answer) => ({ history, answer, secrets })),
  );
}

/** The texts with which a key was made, and that the list has not. */
function secretsOf(history: ResourceHistory): readonly string[] | undefined {
  const made = history.calls.find((call) => call.resource.act === 'create' && succeeded(call));
  const list = history.lists.find(({ resource }) => resource.listed?.includes(history.id));
  const hidden = list && recordIn(bodyIn(list), history.id);
  if (made === undefined || hidden === undefined) return undefined;
  const names = Object.entries(inAnswer(made, history)).flatMap(([name, value]) =>
    isText(value) && hidden[name] !== value && !isMoment(value) ? [name] : [],
  );
  // They may stand in a record within the record.
  return names.length === 0 ? undefined : names;
}

function inAnswer(answer: ResourceExchange, { id }: ResourceHistory): JsonRecord {
  return recordOf(recordIn(bodyIn(answer), id));
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
