import { type Exchange, isOwnSuccess } from '../../../exchanges/exchange.ts';
import { isRecord, type JsonRecord } from '../../../json/json-record.ts';
import { bodyIn, requestIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { type Check, judgeEach } from '../../verdict.ts';

type Path = readonly (string | number)[];

interface Input {
  readonly run: Exchange;
  readonly members: JsonRecord;
}

/** What a log shows of an input: the same values, or all but the empty ones, and some of the names. */
interface Logged extends Input {
  readonly answer: Exchange;
  readonly path: Path;
  readonly shown: JsonRecord;
}

/** With fewer, what a tool answers may hold the same values under names of its own. */
const fewestMembers = 3;

export const logKeepsTheInput: Check = {
  id: 'law.log-keeps-the-input',
  drivenBy: 'sequences',
  evidence: ['tool-run', 'records-listed'],
  needs: ['tool'],
  judge: ({ user }, { operations }) => {
    const sent = user
      .filter((one) => one.operation === 'runTool' && one.identity === 'own')
      .map((run) => ({ run, members: requestIn(run) }))
      .filter((one): one is Input => isOfMany(one.members));
    // Of two inputs that may be meant, it is the one that is there as it was sent.
    const inputs = new Map([
      ...sent.flatMap(withoutItsEmptyMembers),
      ...sent.map((one) => [valuesOf(one.members), one] as const),
    ]);
    return judgeEach(
      user
        .filter((one) => operations.includes(one.operation) && isOwnSuccess(one))
        .flatMap((answer) => loggedIn(answer, bodyIn(answer), inputs)),
      ({ run, members, answer, path, shown }) => {
        const [name, value] = Object.entries(members).find(([one]) => !(one in shown)) ?? [];
        if (name === undefined) return undefined;
        const under = Object.keys(shown).find((one) => shown[one] === value);
        return finding([run, answer], {
          expected: { kind: 'field', path: [...path, name], oneOf: [value], because: { kind: 'sent' } },
          observed:
            under === undefined
              ? { kind: 'field', path: [...path, name] }
              : { kind: 'field', path: [...path, under], value },
        });
      },
    );
  },
};

/** Whether its values are many, and no two the same. */
function isOfMany(input: unknown): input is JsonRecord {
  if (!isRecord(input)) return false;
  const values = Object.values(input);
  return values.length >= fewestMembers && new Set(values).size === values.length && !values.some(isRecord);
}

/** How an input would be shown by what takes 0, false and an empty text for nothing. */
function withoutItsEmptyMembers({ run, members }: Input): readonly (readonly [string, Input])[] {
  const full = Object.fromEntries(Object.entries(members).filter(([, value]) => Boolean(value)));
  const isLess = Object.keys(full).length < Object.keys(members).length;
  return isLess && isOfMany(full) ? [[valuesOf(full), { run, members }]] : [];
}

function valuesOf(members: JsonRecord): string {
  return JSON.stringify(
    Object.values(members)
      .map((value) => JSON.stringify(value))
      .toSorted(),
  );
}

function loggedIn(
  answer: Exchange,
  value: unknown,
  inputs: ReadonlyMap<string, Input>,
  path: Path = [],
): readonly Logged[] {
  const inner = Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : [];
  const deeper = inner.flatMap(([name, one]) => loggedIn(answer, one, inputs, [...path, name]));
  const input = isOfMany(value) ? inputs.get(valuesOf(value)) : undefined;
  if (input === undefined || !isOfMany(value)) return deeper;
  const isNamedAlike = Object.entries(value).some(([name, one]) => input.members[name] === one);
  return isNamedAlike ? [...deeper, { ...input, answer, path, shown: value }] : deeper;
}
