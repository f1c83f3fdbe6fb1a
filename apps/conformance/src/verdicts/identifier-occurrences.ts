import { caseKey } from '../cases/case.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { isId, recordIn, recordShown } from '../json/find-record.ts';
import { isRecord, type JsonRecord, recordOf, unwrapped } from '../json/json-record.ts';
import { bodyIn } from './bodies.ts';
import { memoize } from './memoize.ts';
import { pathValues } from './path-values.ts';
import { isResourceCall, resourceHistories } from './resources.ts';
import type { Recording } from './verdict.ts';

/** What an answer has under a name that may tell the identifier of the record in it. */
export interface Occurrence {
  readonly answer: Exchange;
  readonly family: string;
  readonly name: string;
  readonly value: unknown;
  /** The record's identifier, where anything but this value tells it. */
  readonly id: string | undefined;
}

/** All plain values of the records that the own user was shown, as the interface says that the answer is one or a list. */
export const identifierOccurrences = memoize((recording: Recording): readonly Occurrence[] =>
  recording.user
    .filter(
      ({ identity, response, intent }) =>
        identity === 'own' && response?.status === 200 && intent?.kind === 'valid',
    )
    .flatMap((answer) => {
      const operation = recording.contract.get(answer.operation);
      const family = operation?.resource?.family.name;
      if (family === undefined) return [];
      if (operation?.answer === 'record') return ofOne(answer, family, recording);
      return operation?.resource?.does === 'list' ? ofList(answer, family, recording) : [];
    }),
);

export function isTheIdentifier({ id, value }: Occurrence): boolean {
  return id !== undefined && isId(value, id);
}

function ofOne(answer: Exchange, family: string, recording: Recording): readonly Occurrence[] {
  const body = bodyIn(answer);
  if (!isRecord(body)) return [];
  const id = idOf(answer, recording);
  const record = id ? recordShown(body, id) : unwrapped(body);
  const occurrences = occurrencesOf(recordOf(record), { answer, family, id });
  // What is gone may have no identifier any more.
  return answer.request.method === 'DELETE' ? occurrences.filter(({ value }) => value !== null) : occurrences;
}

function idOf(answer: Exchange, recording: Recording): string | undefined {
  if (isResourceCall(answer) && answer.resource.certain && answer.resource.id) return answer.resource.id;
  const isAct = recording.contract.get(answer.operation)?.resource?.does === 'act';
  return isAct ? pathValues(answer, recording).at(-1) : undefined;
}

function ofList(answer: Exchange, family: string, recording: Recording): readonly Occurrence[] {
  const body = bodyIn(answer);
  const known = (knownIn(recording).get(`${family}\n${caseKey(answer.origin.case)}`) ?? []).flatMap((id) => {
    const entry = recordIn(body, id);
    return entry === undefined ? [] : [{ id, entry }];
  });
  if (known.length > 0) return known.flatMap(({ id, entry }) => occurrencesOf(entry, { answer, family, id }));
  return entriesIn(body).flatMap((entry) =>
    occurrencesOf(recordOf(entry), { answer, family, id: undefined }),
  );
}

/** The identifiers of the records that a case was about and that were there, by family. */
const knownIn = memoize((recording: Recording) => {
  const there = resourceHistories(recording).filter(({ existenceEvidence }) => existenceEvidence.length > 0);
  const known = there.flatMap(({ family, id, calls }) =>
    [...new Set(calls.map(({ origin }) => caseKey(origin.case)))].map((one) => ({
      place: `${family}\n${one}`,
      id,
    })),
  );
  const places = Map.groupBy(known, ({ place }) => place);
  return new Map([...places].map(([place, some]) => [place, some.map(({ id }) => id)]));
});

function entriesIn(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  const lists = Object.values(recordOf(body)).filter((one) => Array.isArray(one));
  return lists.length === 1 ? (lists[0] ?? []) : [];
}

function occurrencesOf(
  record: JsonRecord,
  of: Pick<Occurrence, 'answer' | 'family' | 'id'>,
): readonly Occurrence[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const isPlain = value === null || typeof value === 'string' || typeof value === 'number';
    return isPlain ? [{ ...of, name, value }] : [];
  });
}
