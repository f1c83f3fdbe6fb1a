import { agreementOf } from '../../agreement.ts';
import { finding } from '../../findings/finding.ts';
import type { FieldType } from '../../findings/parts.ts';
import { identifierOccurrences, isTheIdentifier, type Occurrence } from '../../identifier-occurrences.ts';
import { memoize } from '../../memoize.ts';
import { showsAnother } from '../../other-identifiers.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** In answers to so many operations a record must have its identifier under a name. */
const fewestOperations = 2;

/** So many records must have: a count or a position may be one and the same number by chance. */
const fewestRecords = (ids: readonly string[]): number => (ids.some((id) => /^\d{1,4}$/.test(id)) ? 6 : 2);

export const identifierIsInEveryAnswer: Check = {
  id: 'law.identifier-is-in-every-answer',
  drivenBy: 'sequences',
  evidence: ['record-shown'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      tellingOccurrences(recording).filter(({ answer }) => operations.includes(answer.operation)),
      (occurrence) => {
        if (isTheIdentifier(occurrence)) return undefined;
        const { answer, name, value, id, type } = occurrence;
        return finding([answer], {
          expected: { kind: 'field', path: [name], ...(id === undefined ? { type } : { oneOf: [id] }) },
          observed: { kind: 'field', path: [name], value },
        });
      },
    ),
};

/** An occurrence under a name that tells identifiers, and the type that they have there. */
interface TellingOccurrence extends Occurrence {
  readonly type: FieldType;
}

/** A name tells where all answers to some operations have the identifier there; one that never has is then wrong. */
const tellingOccurrences = memoize((recording: Recording): readonly TellingOccurrence[] => {
  const names = Map.groupBy(identifierOccurrences(recording), ({ family, name }) => `${family}\n${name}`);
  return [...names.values()].flatMap((occurrences) => {
    // Of a record whose identifier is not known yet, no name is wrong.
    const known = occurrences.filter(({ id }) => id !== undefined);
    const { always } = agreementOf(known, isTheIdentifier);
    const { never } = agreementOf(occurrences, isTheIdentifier);
    const ids = [...new Set(always.flat().flatMap(({ id }) => id ?? []))];
    if (always.length < fewestOperations || ids.length < fewestRecords(ids)) return [];
    const types = new Set(always.flat().map(({ value }) => typeof value));
    // Who asks for an agent by its chat is shown it by its own identifier.
    const isWrong = ({ answer, name, id, value }: Occurrence): boolean =>
      id === undefined
        ? !types.has(typeof value)
        : showsAnother(recording, answer, { name, id, shown: value });
    const wrong = never.filter((some) => some.every(isWrong));
    const type = types.has('number') ? 'number' : 'string';
    return [...always, ...wrong].flat().map((occurrence) => ({ ...occurrence, type }));
  });
});
