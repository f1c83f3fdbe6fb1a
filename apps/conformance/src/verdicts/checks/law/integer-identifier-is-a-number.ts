import { finding } from '../../findings/finding.ts';
import { identifierOccurrences, isTheIdentifier } from '../../identifier-occurrences.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const integerIdentifierIsANumber: Check = {
  id: 'law.integer-identifier-is-a-number',
  drivenBy: 'sequences',
  evidence: ['record-shown'],
  traffic: { restsOn: 'answer' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      identifierOccurrences(recording)
        .filter(({ answer }) => operations.includes(answer.operation))
        .filter((one) => isTheIdentifier(one) && /^-?\d+$/.test(one.id ?? '')),
      ({ answer, name, value }) =>
        typeof value === 'number'
          ? undefined
          : finding([answer], {
              expected: { kind: 'field', path: [name], type: 'number' },
              observed: { kind: 'field', path: [name], value },
            }),
    ),
};
