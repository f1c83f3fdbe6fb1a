import { isOwnSuccess } from '../../../exchanges/exchange.ts';
import { type Field, writtenIn } from '../../../json/find-record.ts';
import { requestIn } from '../../bodies.ts';
import { isPrompt, promptIn, promptsOf } from '../../cloned-prompts.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { isSamePlace } from '../../leaves.ts';
import { isOurs, isShown, shortened } from '../../our-texts.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { type WrittenValue, writtenValues } from '../../written-texts.ts';

/** What else a body changes is not shown: only the prompt of the source in its place shows that it was for nothing. */
export const cloneHeedsItsBody: Check = {
  id: 'law.clone-heeds-its-body',
  drivenBy: 'sequences',
  evidence: ['record-made', 'record-written'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      recording.user
        .filter(isResourceCall)
        .filter(({ operation }) => operations.includes(operation))
        .flatMap((clone) => subjectsOf(clone, recording)),
      departure,
      ({ clone, sent, source }) => isShown(sent, promptIn(clone, source)),
    ),
};

interface Subject {
  readonly clone: ResourceExchange;
  /** The prompt that its body names. */
  readonly sent: Field;
  readonly source: WrittenValue;
}

function subjectsOf(clone: ResourceExchange, recording: Recording): readonly Subject[] {
  if (!isOwnSuccess(clone)) return [];
  const sent = writtenIn(requestIn(clone)).find((field) => isPrompt(clone, field) && isOurs(field.value));
  if (sent === undefined || !isTakenInParts(sent, recording)) return [];
  return promptsOf(clone, recording)
    .filter((source) => isSamePlace(source.sent, sent) && !isShown(sent, source.sent.value))
    .map((source) => ({ clone, sent, source }));
}

/** The body is that of a change in parts: where such a change has a name in this place, it means the same here. */
function isTakenInParts(sent: Field, recording: Recording): boolean {
  return writtenValues(recording).some(
    (one) =>
      one.write.operation === 'updateChat' &&
      isSamePlace(one.sent, sent) &&
      one.showings.some(({ shown }) => isShown(one.sent, shown)),
  );
}

function departure({ clone, sent, source }: Subject): Found | undefined {
  const shown = promptIn(clone, source);
  if (!isShown(source.sent, shown)) return undefined;
  return finding([source.write, clone], {
    expected: { kind: 'field', path: sent.path, oneOf: [shortened(sent.value)], because: { kind: 'sent' } },
    observed: { kind: 'field', path: sent.path, value: shortened(shown) },
  });
}
