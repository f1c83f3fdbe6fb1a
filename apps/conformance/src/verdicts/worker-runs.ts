import { type Exchange, header, inCases, isSameCase, succeeded } from '../exchanges/exchange.ts';
import { endedAt } from './run-history.ts';
import type { Recording } from './verdict.ts';

/** A run of the Workers API in a sequence, and what the User API shows of it once that has had time to show. */
export interface WorkerRun {
  readonly start: Exchange;
  readonly messages: readonly Exchange[];
  readonly reads: readonly Exchange[];
}

export function workerRunsOf({ user, consistencyWindowMs }: Recording): readonly WorkerRun[] {
  const own = user.filter(({ identity, origin }) => identity === 'own' && origin.case.kind === 'sequence');
  const starts = own.filter((one) => startsRun(one) && succeeded(one));
  return starts.flatMap((start): WorkerRun[] => {
    const id = runIdOf(start);
    if (id === undefined) return [];
    const about = own.filter(
      (one) => isSameCase(one, start) && one.request.url.includes(encodeURIComponent(id)),
    );
    const messages = [start, ...about.filter((one) => one.request.method === 'PUT')];
    const isSettled = (read: Exchange): boolean =>
      messages.every((one) => one.sentAt > read.sentAt || read.sentAt >= endedAt(one) + consistencyWindowMs);
    const reads = about
      .filter(({ api, request }) => api === 'user' && request.method === 'GET')
      .filter(isSettled);
    return [{ start, messages, reads: reads.toSorted((a, b) => a.sentAt - b.sentAt) }];
  });
}

/** The identifier of the run that a start began. */
export function runIdOf(start: Exchange): string | undefined {
  return header(start, 'x-service-run-id');
}

/** Whether an answer has the identifier of the run that a start began. */
export function namesRunOf(start: Exchange, { response }: Exchange): boolean {
  const id = runIdOf(start);
  return id !== undefined && response?.body.text.includes(id) === true;
}

/** What succeeded of each sequence of the user, by sequence. */
export function ownSequencesIn({ user }: Recording): readonly (readonly Exchange[])[] {
  return inCases(
    user.filter((one) => one.identity === 'own' && one.origin.case.kind === 'sequence' && succeeded(one)),
  );
}

/** Whether a request begins a run, in either form. */
export function startsRun({ api, request }: Exchange): boolean {
  return api === 'workers' && request.method === 'POST';
}
