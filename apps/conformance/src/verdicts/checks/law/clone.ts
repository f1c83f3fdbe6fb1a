import { succeeded } from '../../../exchanges/exchange.ts';
import { writtenIn } from '../../../json/find-record.ts';
import { at, unwrapped } from '../../../json/json-record.ts';
import { bodyIn, requestIn } from '../../bodies.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { isOurs, isShown, shortened, type WrittenValue, writtenValues } from '../../written-texts.ts';

export const cloneIsLikeItsSource: Check = {
  id: 'law.clone',
  area: 'resource',
  evidence: ['record-made', 'record-written'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      recording.user
        .filter(isResourceCall)
        .filter((call) => operations.includes(call.operation) && isPlainClone(call))
        .flatMap((clone) => promptsOf(clone, recording).map((prompt) => ({ clone, prompt }))),
      ({ clone, prompt }) => departure(clone, prompt),
    ),
};

/** Of the caller's own record, and with nothing to be changed. */
function isPlainClone(call: ResourceExchange): boolean {
  const { identity, intent, request } = call;
  return identity === 'own' && intent?.kind === 'valid' && succeeded(call) && request.body === undefined;
}

/** The prompt of the source, where an answer showed it as it was sent; a name may well become another one. */
function promptsOf(clone: ResourceExchange, recording: Recording): readonly WrittenValue[] {
  return writtenValues(recording).filter(
    ({ history, write, sent, showings }) =>
      isPrompt(sent.value) &&
      new URL(clone.request.url).pathname.split('/').includes(history.id) &&
      endedAt(write) + recording.consistencyWindowMs <= clone.sentAt &&
      showings.some(({ shown }) => shown === sent.value) &&
      !history.calls.some(
        (call) =>
          call.resource.act !== 'read' &&
          call.id !== write.id &&
          call.sentAt > write.sentAt &&
          call.sentAt < endedAt(clone) &&
          succeeded(call) &&
          writtenIn(requestIn(call)).length > 0,
      ),
  );
}

function isPrompt(value: unknown): boolean {
  return isOurs(value) && value.startsWith('conformance prompt ');
}

function departure(clone: ResourceExchange, { write, sent }: WrittenValue): Found | undefined {
  const shown = at(unwrapped(bodyIn(clone)), sent.path);
  if (typeof shown !== 'string' || isShown(sent, shown)) return undefined;
  const { path } = sent;
  return finding([write, clone], {
    expected: {
      kind: 'same-as',
      other: { by: 'exchange', exchange: write.id },
      path,
      value: shortened(sent.value),
    },
    observed: { kind: 'field', path, value: shortened(shown) },
  });
}
