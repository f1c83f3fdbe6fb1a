import type { Exchange } from '../../src/exchanges/exchange.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { readResults } from '../../src/results/read-results.ts';
import type { Verdict } from '../../src/verdicts/verdict.ts';

/** All that a finished run left in its results folder. */
export async function resultsIn(
  folder: string,
): Promise<{ plan: Plan; verdicts: readonly Verdict[]; exchanges: Exchange[] }> {
  const { plan, verdicts = [], exchanges } = await readResults(folder);
  const recorded: Exchange[] = [];
  for await (const exchange of exchanges()) recorded.push(exchange);
  return { plan, verdicts, exchanges: recorded };
}
