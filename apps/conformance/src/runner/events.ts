import type { Ending } from '../exchanges/ending.ts';
import type { Plan } from '../plan/plan.ts';
import type { DoubtfulFixture } from './check-fixtures.ts';
import type { CleanUp } from './clean-up.ts';
import type { Pace } from './pace.ts';

export type Phase = 'probes' | 'sequences' | 'written' | 'drawn';

/** What a run tells while it goes on; the listener decides what to show. */
export type RunEvent =
  | { readonly type: 'planned'; readonly plan: Plan }
  /** Before anything is judged; `rules` counts those that need it, where that is known. */
  | ({ readonly type: 'fixture-in-doubt'; readonly rules?: number } & DoubtfulFixture)
  /** What the run will about take, by the first answers. */
  | ({ readonly type: 'estimated' } & Pick<Pace, 'requests' | 'milliseconds' | 'latencyMs'>)
  | { readonly type: 'scenario-done'; readonly phase: Phase; readonly done: number; readonly total: number }
  /** As soon as it is known; `inAll` counts the rules that are. */
  | { readonly type: 'rule-broken'; readonly rule: string; readonly inAll: number }
  | { readonly type: 'shrinking'; readonly rule: string }
  /** The target asked for a pause. */
  | { readonly type: 'slowed-down'; readonly milliseconds: number }
  /** The target was there and takes no connection: nothing is sent for so long. */
  | { readonly type: 'away'; readonly milliseconds: number }
  /** No more is driven, for whatever reason; what was made is removed now. */
  | { readonly type: 'ending'; readonly ended: Ending }
  /** A replay goes on: to the scenario or the calls of a finding, once more or anew, or to more than these. */
  | {
      readonly type: 'replaying';
      readonly step: 'scenario' | 'calls' | 'names' | 'sequence' | 'rule' | 'rule-too' | 'operations';
      readonly attempt?: number;
      readonly of?: number;
    }
  /** A read was sent again, since its connection was closed before an answer. */
  | { readonly type: 'resent' }
  | { readonly type: 'ended'; readonly ended: Ending }
  | ({ readonly type: 'cleaned-up' } & CleanUp)
  | { readonly type: 'shrunk'; readonly rule: string; readonly steps: number };
