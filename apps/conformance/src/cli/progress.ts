import type { Ending } from '../exchanges/ending.ts';
import { counted, roughly, roundly } from '../report/headline.ts';
import { printableText } from '../report/printable.ts';
import { wrap } from '../report/wrap.ts';
import type { Doubt } from '../runner/check-fixtures.ts';
import type { Phase, RunEvent } from '../runner/events.ts';
import { summarizeCleanUp } from './describe-clean-up.ts';
import type { TerminalStreams } from './terminal-streams.ts';

const names: Record<Phase, string> = {
  probes: 'probed operations',
  sequences: 'sequences over the User API',
  written: 'written scenarios',
  drawn: 'drawn scenarios',
};

export interface Progress {
  readonly onEvent: (event: RunEvent) => void;
  /** A request was sent and is over. */
  readonly sent: () => void;
}

/** In a log, something is said at least so often, in ms. */
const heartbeatMs = 30_000;

/**
 * Shows a run as it goes: one line that rewrites itself on a terminal; elsewhere a line for each phase, and a heartbeat.
 *
 * @param now milliseconds on any clock that never goes back
 */
export function createProgress(
  { progress, interactive, columns = 80 }: TerminalStreams,
  now: () => number = () => performance.now(),
): Progress {
  const began = now();
  const clear = interactive ? '\r\u001b[2K' : '';
  const done: Done = new Map();
  const far = { requests: 0, planned: 0, expectedMs: 0 };
  let spoke = began;
  let isSlowed = false;
  const say = (text: string): void => {
    spoke = now();
    // A log has one line for each; a terminal would break words.
    progress(`${clear}${interactive ? wrap(text).join('\n') : text}\n`);
  };
  // A line that rewrites itself must not break.
  const rewrite = (text: string): void => progress(`${clear}${text.slice(0, Math.min(columns, 80) - 1)}`);
  const tellPhase = (event: Extract<RunEvent, { readonly type: 'scenario-done' }>): void => {
    done.set(event.phase, event);
    const words = `  ${names[event.phase]} ${event.done}/${event.total}`;
    if (event.done === event.total) say(words);
    else if (interactive) rewrite(`${words} · ${inShort(far, now() - began)}`);
  };
  const onEvent = (event: RunEvent): void => {
    if (event.type === 'scenario-done') {
      tellPhase(event);
      return;
    }
    // A target that limits requests does so all the time.
    if (event.type === 'slowed-down' && isSlowed) return;
    if (event.type === 'slowed-down') isSlowed = true;
    if (event.type === 'estimated') {
      far.planned = event.requests;
      far.expectedMs = event.milliseconds;
    }
    const words = describe(event, done);
    if (words !== undefined) say(words);
  };
  const sent = (): void => {
    far.requests += 1;
    if (!interactive && now() - spoke >= heartbeatMs) say(`  … ${howFar(far, now() - began)}`);
    // What is replayed has no phases that would tell.
    if (interactive && done.size === 0) rewrite(`  … ${howFar(far, now() - began)}`);
  };
  return { onEvent, sent };
}

/** By phase, how many of its cases are over. */
type Done = Map<Phase, { readonly done: number; readonly total: number }>;

interface Far {
  readonly requests: number;
  readonly planned: number;
  /** How long it was to take, in ms, by the first answers. */
  readonly expectedMs: number;
}

function howFar(far: Far, elapsed: number): string {
  const { rate, left } = paceOf(far, elapsed);
  const rest = left === 0 ? '' : `, about ${roughly(left)} left`;
  const all = far.planned === 0 ? '' : ` of about ${roundly(far.planned)}`;
  return `${far.requests}${all} requests, ${rate} a second, ${roughly(elapsed)}${rest}`;
}

/** The same for a line that rewrites itself: 412 of ~1,600, 52/s, 8 s, ~23 s left. */
function inShort(far: Far, elapsed: number): string {
  const { rate, left } = paceOf(far, elapsed);
  const rest = left === 0 ? '' : `, ~${roughly(left)} left`;
  return `${far.requests} of ~${roundly(far.planned)}, ${rate}/s, ${roughly(elapsed)}${rest}`;
}

/** Requests a second, and how many ms what is planned will still take. */
function paceOf(
  { requests, planned, expectedMs }: Far,
  elapsed: number,
): { readonly rate: string; readonly left: number } {
  return {
    rate: ((requests / Math.max(1, elapsed)) * 1000).toFixed(0),
    // What waits for something comes last: the pace of before says too little then.
    left: Math.max(
      requests === 0 ? 0 : (elapsed / requests) * Math.max(0, planned - requests),
      expectedMs - elapsed,
    ),
  };
}

type Told = Exclude<RunEvent, { readonly type: 'scenario-done' }>;

function describe(event: Told, done: Done): string | undefined {
  switch (event.type) {
    case 'planned':
      return `${counted(event.plan.rules.length, 'rule')} to judge, ${event.plan.leftOut.length} left out`;
    case 'estimated':
      return `about ${roundly(event.requests)} requests, about ${roughly(event.milliseconds)} at ${Math.round(event.latencyMs)} ms an answer`;
    case 'fixture-in-doubt':
      return `  ${describeFixture(event)}`;
    case 'rule-broken':
      return `  ✗ ${event.rule} is broken (${counted(event.inAll, 'rule')} so far)`;
    case 'shrinking':
      return `  ✗ ${event.rule}: looking for the smallest scenario`;
    case 'cleaned-up':
      return summarizeCleanUp(event);
    case 'shrunk':
      return `  ✗ ${event.rule}: ${counted(event.steps, 'step')} ${event.steps === 1 ? 'is' : 'are'} enough`;
    case 'slowed-down':
      return `  ${describeSlowDown(event.milliseconds)}`;
    case 'away':
      return `  no connection: waiting ${(event.milliseconds / 1000).toFixed(1)} s for the target to come back`;
    case 'ending':
      return `  ${event.ended}: removing what was made${event.ended === 'interrupted' ? '; Ctrl-C again leaves it there' : ''}`;
    case 'ended':
      return event.ended === 'complete' ? undefined : describeEnd(event.ended, done);
    case 'replaying':
      return `  ${replaySteps[event.step]}${event.of === undefined ? '' : `, attempt ${event.attempt} of ${event.of}`}`;
    case 'resent':
      return undefined;
  }
}

const replaySteps: Readonly<Record<Extract<Told, { readonly type: 'replaying' }>['step'], string>> = {
  scenario: 'sending the scenario',
  calls: 'sending the calls',
  names: 'it does not show: learning the names of the target first, as a run does',
  sequence: 'it does not show: sending the whole sequence',
  rule: 'sending all that judges the rule',
  'rule-too': 'it does not show: sending all else that judges the rule',
  operations: 'that settles nothing: sending all that judges the rule, at all of its operations',
};

const doubts: Readonly<Record<Doubt, string>> = {
  absent: 'is not there',
  spent: 'is spent',
  'perhaps-spent': 'may be spent, since this user has redeemed one before',
  refused: 'is not taken',
  'not-private': 'is no private agent of another user',
};

/** Such as: fixtures.toolsetName is not there (GET /me/toolsets/sea was answered 404): 4 rules need it */
function describeFixture({
  fixture,
  is,
  request,
  status,
  rules = 0,
}: Extract<RunEvent, { readonly type: 'fixture-in-doubt' }>): string {
  const cost =
    rules === 0
      ? 'no rule needs just this one'
      : `${counted(rules, 'rule')} ${rules === 1 ? 'needs' : 'need'} it`;
  return printableText(`fixtures.${fixture} ${doubts[is]} (${request} was answered ${status}): ${cost}`);
}

/** Of a run that was cut: how far each part of it had come. */
function describeEnd(ended: Ending, done: Done): string {
  const parts = [...done].filter(([, one]) => one.done < one.total);
  const words = parts.map(([phase, one]) => `${names[phase]} ${one.done}/${one.total}`);
  return `  ended early (${ended})${words.length === 0 ? '' : `: ${words.join(', ')}`}`;
}

function describeSlowDown(milliseconds: number): string {
  const wait = (milliseconds / 1000).toFixed(1);
  return `the target limits requests (429): waiting ${wait} s, here and wherever it asks; --rate N keeps below its limit`;
}
