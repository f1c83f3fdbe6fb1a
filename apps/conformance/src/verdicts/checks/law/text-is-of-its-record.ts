import { caseKey } from '../../../cases/case.ts';
import { type Exchange, isOwnSuccess, isWrite } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { isOurs, shortened, shownUnder } from '../../our-texts.ts';
import { type ResourceExchange, type ResourceHistory, recordOf, resourceHistories } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { type WrittenValue, writtenValues } from '../../written-texts.ts';

/** A text of ours that was given to one record, and what an answer shows there of another one. */
interface Elsewhere {
  readonly written: WrittenValue;
  readonly other: ResourceHistory;
  readonly answer: ResourceExchange;
}

export const textIsOfItsRecord: Check = {
  id: 'law.text-is-of-its-record',
  drivenBy: 'sequences',
  evidence: ['record-written', 'record-shown'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(elsewhereIn(recording, operations), ({ written: { write, sent, history }, other, answer }) => {
      const shown = shownUnder(bodyIn(answer), sent, other.id);
      if (![shown].flat().includes(sent.value)) return undefined;
      const record = recordOf(other);
      return finding([write, answer], {
        expected: { kind: 'unchanged', record, because: { kind: 'not-subject', record: recordOf(history) } },
        observed: { kind: 'field', path: sent.path, value: shortened(shown) },
      });
    }),
};

function elsewhereIn(recording: Recording, operations: readonly string[]): readonly Elsewhere[] {
  const made = Map.groupBy(
    resourceHistories(recording).filter(isMade),
    ({ family, existenceEvidence: [first] }) => (first === undefined ? '' : placeOf(family, first)),
  );
  return writtenValues(recording)
    .filter(({ write, sent }) => operations.includes(write.operation) && isOurs(sent.value))
    .flatMap((written) => {
      const others = made.get(placeOf(written.history.family, written.write)) ?? [];
      return others
        .filter((other) => other !== written.history && isMadeApart(other, written, recording))
        .flatMap((other) => answersOf(other, written).map((answer) => ({ written, other, answer })));
    });
}

function placeOf(family: string, { origin }: Exchange): string {
  return `${family}\n${caseKey(origin.case)}`;
}

function isMade({ existenceEvidence: [first] }: ResourceHistory): boolean {
  return first?.resource.act === 'create';
}

/** Made of nothing that was there, and never given the text. */
function isMadeApart(
  { calls, existenceEvidence: [first] }: ResourceHistory,
  { sent }: WrittenValue,
  { contract }: Recording,
): boolean {
  const isClone = first !== undefined && contract.get(first.operation)?.resource?.does === 'clone';
  return !isClone && !calls.some((call) => isWrite(call) && holds(call, sent.value));
}

function holds({ request }: ResourceExchange, value: unknown): boolean {
  return request.body?.includes(JSON.stringify(value).slice(1, -1)) === true;
}

function answersOf({ calls }: ResourceHistory, { write }: WrittenValue): readonly ResourceExchange[] {
  return calls.filter((call) => isOwnSuccess(call) && endedAt(call) >= write.sentAt);
}
