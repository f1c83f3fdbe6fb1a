import { isRefused, succeeded } from '../../../exchanges/exchange.ts';
import { type Field, writtenIn } from '../../../json/find-record.ts';
import { bodyIn, requestIn } from '../../bodies.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { isShown, shortened, shownUnder } from '../../our-texts.ts';
import { isResourceCall, type ResourceExchange, type ResourceHistory } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { type WrittenValue, writtenValues } from '../../written-texts.ts';

export const cloneIsLikeItsSource: Check = {
  id: 'law.clone',
  drivenBy: 'sequences',
  evidence: ['record-made', 'record-written'],
  traffic: { restsOn: 'records' },
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

/** Of the caller's own record, and with no body: what one changes is not shown. */
function isPlainClone(call: ResourceExchange): boolean {
  const { identity, intent, request } = call;
  return identity === 'own' && intent?.kind === 'valid' && succeeded(call) && request.body === undefined;
}

/** The prompt of the source, where an answer showed it as it was sent; a name may well become another one. */
function promptsOf(clone: ResourceExchange, recording: Recording): readonly WrittenValue[] {
  return writtenValues(recording).filter(
    ({ history, write, sent, showings }) =>
      isPrompt(write, sent) &&
      new URL(clone.request.url).pathname.split('/').includes(history.id) &&
      (isFirst(write, history) || endedAt(write) + recording.consistencyWindowMs <= clone.sentAt) &&
      showings.some(({ shown }) => shown === sent.value) &&
      !history.calls.some(
        (call) =>
          call.resource.act !== 'read' &&
          call.id !== write.id &&
          call.sentAt > write.sentAt &&
          call.sentAt < endedAt(clone) &&
          !isRefused(call) &&
          writtenIn(requestIn(call)).length > 0,
      ),
  );
}

/** By what the deployment calls it, or as the contract does. */
function isPrompt({ resource: { wrote, shows } }: ResourceExchange, { path, value }: Field): boolean {
  return value === wrote?.chat_prompt || value === shows?.chat_prompt || path.at(-1) === 'chat_prompt';
}

/** A record that was never written before has no earlier text that a late copy could show. */
function isFirst(write: ResourceExchange, { existenceEvidence: [made] }: ResourceHistory): boolean {
  return write.resource.act === 'create' && write.id === made?.id;
}

function promptIn(clone: ResourceExchange, { sent }: WrittenValue): unknown {
  return shownUnder(bodyIn(clone), sent, clone.resource.id ?? '');
}

function departure(clone: ResourceExchange, written: WrittenValue): Found | undefined {
  const { write, sent } = written;
  const { path } = sent;
  const shown = promptIn(clone, written);
  if (typeof shown !== 'string' || isShown(sent, shown)) return undefined;
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
