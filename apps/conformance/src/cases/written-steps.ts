import type { Action, MessageKind, Step, Transport } from './scenario.ts';

/** Steps in the few words that a scenario is written in; what is left out is a plain text of the own user to the first run. */
const step = (action: Action, given: Partial<Step> = {}): Step => ({
  action,
  run: 0,
  transport: 'text',
  message: 'plain',
  credential: 'own',
  alongside: false,
  ...given,
});

export const start = (transport: Transport, message: MessageKind = 'plain'): Step =>
  step('start', { transport, message });
export const put = (transport: Transport, message: MessageKind = 'plain', run = 0): Step =>
  step('continue', { transport, message, run });
export const read = (run = 0): Step => step('read', { run });
export const readLate = (run = 0): Step => step('read-late', { run });
export const awaitJob: Step = step('await-job');
export const awaitIdle = (run = 0): Step => step('await-idle', { run });
export const insist = (transport: Transport): Step => step('insist', { transport });
const hangUp = (other: Step): Step => ({ ...other, hangsUp: true });
export const alongside = (other: Step): Step => ({ ...other, alongside: true });
const as = (credential: Step['credential'], other: Step): Step => ({ ...other, credential });

export function conversation(transport: Transport): Step[] {
  return [
    start(transport),
    read(),
    put(transport),
    read(),
    put(transport, 'unicode'),
    read(),
    put(transport, 'long'),
    read(),
    read(),
    put(transport, 'numeral'),
    put(transport, 'integer'),
    read(),
  ];
}

/**
 * Two of each way to send one in text, and a third PUT: one that fails twice may do so by chance. Then a message that
 * comes while the run still speaks.
 */
export function slowTurns(): Step[] {
  const slow = (run: number): Step => put('text', 'slow', run);
  return [
    start('text', 'slow'),
    slow(0),
    start('text', 'slow'),
    slow(1),
    slow(1),
    ...[0, 0].flatMap((run) => [slow(run), alongside(put('text', 'plain', run)), read(run)]),
  ];
}

/** Clients hang up in the middle of an answer every day: of one in either form, and of the first and a later one. */
export function hungUpTurns(message: MessageKind): Step[] {
  const resume = (transport: Transport, run: number): Step => step('resume', { transport, run });
  return [
    hangUp(start('text', message)),
    alongside(hangUp(start('ndjson', message))),
    resume('text', 0),
    alongside(resume('ndjson', 1)),
    hangUp(put('ndjson', message, 0)),
    alongside(hangUp(put('text', message, 1))),
    resume('ndjson', 0),
    alongside(resume('text', 1)),
  ];
}

export function duringJob(): Step[] {
  return [read(), put('text'), read(), put('ndjson'), read()];
}

export function withoutOwnKey(credential: 'missing' | 'unknown'): Step[] {
  return [
    start('text'),
    put('text'),
    put('ndjson'),
    as(credential, start('text')),
    as(credential, start('ndjson')),
    as(credential, put('text')),
    as(credential, put('ndjson')),
    as(credential, read()),
    read(),
    start('ndjson'),
  ];
}
