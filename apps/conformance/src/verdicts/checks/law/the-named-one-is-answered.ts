import { type Exchange, isOwnSuccess, isSameCase } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { isOutsideLists, leavesOf } from '../../leaves.ts';
import { queryOf } from '../../lists.ts';
import { pathValues } from '../../path-values.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const theNamedOneIsAnswered: Check = {
  id: 'law.the-named-one-is-answered',
  drivenBy: 'sequences',
  evidence: ['other-input'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      operations.flatMap((operation) => asksOf(operation, operations, recording)),
      ({ one, name, others, fields }) => {
        const names = leavesOf(one).filter(({ value }) => typeof value === 'string');
        if (names.some(({ value }) => isSame(value, name))) return undefined;
        const wrong = names.find(
          ({ path, value }) =>
            isOutsideLists({ path }) &&
            (fields.includes(`${path.at(-1)}`) || others.some((other) => isSame(value, other))),
        );
        return (
          wrong &&
          finding([one], {
            expected: { kind: 'field', path: wrong.path, oneOf: [name], because: { kind: 'sent' } },
            observed: { kind: 'field', path: wrong.path, value: wrong.value },
          })
        );
      },
    ),
};

interface Ask {
  readonly one: Exchange;
  /** What was asked for. */
  readonly name: string;
  /** What was asked for at other times, and was there. */
  readonly others: readonly string[];
  /** The fields by which a list shows its name. */
  readonly fields: readonly string[];
}

function asksOf(operation: string, operations: readonly string[], recording: Recording): readonly Ask[] {
  const lists = probesOf(recording, operations).filter(isOwnSuccess);
  const asked = probesOf(recording, [operation])
    .filter(isOwnSuccess)
    .map((one) => ({ one, name: nameIn(one, recording) }));
  const names = [...new Set(asked.map(({ name }) => name))].filter((name) => name !== '');
  return asked
    .filter(({ name }) => name !== '')
    .map(({ one, name }) => ({
      one,
      name,
      others: names.filter((other) => !isSame(other, name)),
      fields: lists
        .filter((list) => isSameCase(list, one) && nameIn(list, recording) === '')
        .flatMap((list) => leavesOf(list).filter(({ value, path }) => isSame(value, name) && path.length > 1))
        .map(({ path }) => `${path.at(-1)}`),
    }))
    .filter(({ others }) => others.length > 0);
}

/** Of a vibe prompt the service, of others what the path ends with. */
function nameIn(one: Exchange, recording: Recording): string {
  return queryOf(one, 'service_name') ?? pathValues(one, recording).at(-1) ?? '';
}

function isSame(value: unknown, name: string): boolean {
  return typeof value === 'string' && value.toLowerCase() === name.toLowerCase();
}
