import { isRefused } from '../exchanges/exchange.ts';
import { type Field, writtenIn } from '../json/find-record.ts';
import { bodyIn, requestIn } from './bodies.ts';
import { shownUnder } from './our-texts.ts';
import type { ResourceExchange, ResourceHistory } from './resources.ts';
import { endedAt } from './run-history.ts';
import type { Recording } from './verdict.ts';
import { type WrittenValue, writtenValues } from './written-texts.ts';

/** The prompt of the source, where an answer showed it as it was sent; a name may well become another one. */
export function promptsOf(clone: ResourceExchange, recording: Recording): readonly WrittenValue[] {
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
export function isPrompt({ resource: { wrote, shows } }: ResourceExchange, { path, value }: Field): boolean {
  return value === wrote?.chat_prompt || value === shows?.chat_prompt || path.at(-1) === 'chat_prompt';
}

/** A record that was never written before has no earlier text that a late copy could show. */
function isFirst(write: ResourceExchange, { existenceEvidence: [made] }: ResourceHistory): boolean {
  return write.resource.act === 'create' && write.id === made?.id;
}

export function promptIn(clone: ResourceExchange, { sent }: WrittenValue): unknown {
  return shownUnder(bodyIn(clone), sent, clone.resource.id ?? '');
}
