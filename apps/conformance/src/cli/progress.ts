import type { Ending } from '../exchanges/ending.ts';
import { counted } from '../report/headline.ts';
import type { Phase, RunEvent } from '../runner/events.ts';
import { describeCleanUp } from './describe-clean-up.ts';
import type { TerminalStreams } from './terminal-streams.ts';

const names: Record<Phase, string> = {
  probes: 'probed operations',
  sequences: 'sequences over the User API',
  written: 'written scenarios',
  drawn: 'drawn scenarios',
};

/** Shows a run as it goes: one line that rewrites itself on a terminal, a line for each phase elsewhere. */
export function createProgress({ progress, interactive }: TerminalStreams): (event: RunEvent) => void {
  const clear = interactive ? '\r\u001b[2K' : '';
  let isSlowed = false;
  const done = new Map<Phase, { readonly done: number; readonly total: number }>();
  /** Of a run that was cut: how far each part of it had come. */
  const tellWhatWasDone = (ended: Ending): void => {
    const parts = [...done].filter(([, one]) => one.done < one.total);
    const words = parts.map(([phase, one]) => `${names[phase]} ${one.done}/${one.total}`);
    progress(`${clear}  ended early (${ended})${words.length === 0 ? '' : `: ${words.join(', ')}`}\n`);
  };
  return (event) => {
    switch (event.type) {
      case 'planned':
        progress(`${event.plan.rules.length} rules to judge, ${event.plan.leftOut.length} left out\n`);
        break;
      case 'scenario-done': {
        const last = event.done === event.total;
        done.set(event.phase, event);
        if (interactive || last) {
          progress(
            `${clear}  ${names[event.phase]} ${event.done}/${event.total}${last || !interactive ? '\n' : ''}`,
          );
        }
        break;
      }
      case 'rule-broken':
        progress(`${clear}  ✗ ${event.rule} is broken (${counted(event.inAll, 'rule')} so far)\n`);
        break;
      case 'shrinking':
        progress(`${clear}  ✗ ${event.rule}: looking for the smallest scenario\n`);
        break;
      case 'slowed-down':
        if (!isSlowed) progress(`${clear}  ${describeSlowDown(event.milliseconds)}\n`);
        isSlowed = true;
        break;
      case 'ended':
        if (event.ended !== 'complete') tellWhatWasDone(event.ended);
        break;
      case 'resent':
        break;
      case 'cleaned-up':
        progress(`${clear}${describeCleanUp(event)}\n`);
        break;
      case 'shrunk':
        progress(
          `${clear}  ✗ ${event.rule}: ${counted(event.steps, 'step')} ${event.steps === 1 ? 'is' : 'are'} enough\n`,
        );
    }
  };
}

/** Said once: a target that limits requests does so all the time. */
function describeSlowDown(milliseconds: number): string {
  const wait = (milliseconds / 1000).toFixed(1);
  return `the target limits requests (429): waiting ${wait} s, here and wherever it asks; --rate N keeps below its limit`;
}
