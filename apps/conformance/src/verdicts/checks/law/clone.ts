import { succeeded } from '../../../exchanges/exchange.ts';
import { writtenIn } from '../../../json/find-record.ts';
import { at, unwrapped } from '../../../json/json-record.ts';
import { bodyIn, requestIn } from '../../bodies.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { isResourceCall, type ResourceExchange, type ResourceHistory } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { isShown, shortened, type WrittenValue, writtenValues } from '../../written-texts.ts';

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
      ({ clone, prompt }) => typeof promptIn(clone, prompt) === 'string',
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
      sent.value === write.resource.wrote?.chat_prompt &&
      new URL(clone.request.url).pathname.split('/').includes(history.id) &&
      (isFirst(write, history) || endedAt(write) + recording.consistencyWindowMs <= clone.sentAt) &&
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

/** A record that was never written before has no earlier text that a late copy could show. */
function isFirst(write: ResourceExchange, { existenceEvidence: [made] }: ResourceHistory): boolean {
  return write.resource.act === 'create' && write.id === made?.id;
}

function promptIn(clone: ResourceExchange, { sent }: WrittenValue): unknown {
  return at(unwrapped(bodyIn(clone)), sent.path);
}

function departure(clone: ResourceExchange, written: WrittenValue): Found | undefined {
  const { write, sent } = written;
  const shown = promptIn(clone, written);
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
