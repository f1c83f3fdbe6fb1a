import type { Sequence } from '../cases/sequences/sequence.ts';
import type { Plan } from './plan.ts';
import { inShard } from './shard.ts';

// Measured on the styles of the tests, at the budgets quick and standard: within a tenth.
const perWrittenStep = 1.45;
const perDrawnScenario = 4.5;
/** Some calls refer to what a deployment doesn't give. */
const perCall = 0.92;
/** Most bodies have room for some of the mutations that a budget allows. */
const perMutation = 0.3;
/** What is removed and looked for, and controls. */
const besides = 1.06;

/** About how many requests a run of a plan sends, without what findings cost. */
export function estimateRequests({ probes, sequences, scenarios, drawn, shard }: Plan): number {
  const parts = shard?.of ?? 1;
  const written = inShard(scenarios, shard).reduce((sum, { steps }) => sum + steps.length, 0);
  const calls = inShard(sequences, shard).reduce((sum, one) => sum + requestsOf(one), 0);
  const runs = written * perWrittenStep + (drawn / parts) * perDrawnScenario;
  return Math.round((probes.length / parts + calls + runs) * besides);
}

function requestsOf({ calls }: Sequence): number {
  return calls.reduce((sum, { times = 1, varied }) => {
    const { body = 0, parameter = 0, drawn = 0 } = varied ?? {};
    return sum + times * perCall + (body + parameter + drawn) * perMutation;
  }, 0);
}
