import { succeeded } from '../../../exchanges/exchange.ts';
import { isRecord } from '../../../json/json-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import type { Path } from '../../findings/parts.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const countIsOfTheList: Check = {
  id: 'law.count-is-of-the-list',
  drivenBy: 'sequences',
  evidence: ['success'],
  traffic: { restsOn: 'answer' },
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      user
        .filter((one) => operations.includes(one.operation) && one.identity === 'own' && succeeded(one))
        .flatMap((one) => countedIn(bodyIn(one)).map((counted) => ({ one, ...counted }))),
      ({ one, path, count, list, length }) =>
        count === length
          ? undefined
          : finding([one], {
              expected: { kind: 'field', path, oneOf: [length], counts: list },
              observed: { kind: 'field', path, value: count },
            }),
    ),
};

interface Counted {
  readonly path: Path;
  readonly count: number;
  /** Where the list stands, and how long it is. */
  readonly list: Path;
  readonly length: number;
}

/** Counts that are called after a list in the same record, as `tool_count` beside `tools`. */
function countedIn(body: unknown, place: Path = []): readonly Counted[] {
  if (!isRecord(body)) return [];
  const inner = Object.entries(body).flatMap(([name, value]) => countedIn(value, [...place, name]));
  const lists = Object.entries(body).filter(([, value]) => Array.isArray(value));
  const own = Object.entries(body).flatMap(([name, count]) => {
    const list = lists.find(
      ([one]) =>
        plain(name) === `${plain(one).replace(/s$/, '')}count` || plain(name) === `${plain(one)}count`,
    );
    return typeof count === 'number' && list !== undefined
      ? [{ path: [...place, name], count, list: [...place, list[0]], length: Object(list[1]).length }]
      : [];
  });
  return [...own, ...inner];
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
}
