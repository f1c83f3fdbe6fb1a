const rounds = 7;
const calls = 200_000;

/** Calls per second: the median of rounds in which the candidates take turns. */
export function measureRates(candidates: Record<string, () => boolean>): Record<string, number> {
  const names = Object.keys(candidates);
  const rates = new Map(names.map((name): [string, number[]] => [name, []]));
  // The first round warms up and isn't counted.
  for (let round = 0; round <= rounds; round++)
    for (const [name, candidate] of Object.entries(candidates)) {
      const rate = measure(candidate);
      if (round > 0) rates.get(name)?.push(rate);
    }
  return Object.fromEntries(names.map((name) => [name, median(rates.get(name) ?? [])]));
}

/** The answers are counted, so that no call can be left out as useless. */
function measure(candidate: () => boolean): number {
  const start = performance.now();
  let right = 0;
  for (let call = 0; call < calls; call++) if (candidate()) right += 1;
  if (right !== calls) throw new Error(`${calls - right} of ${calls} answers are wrong.`);
  return (calls / (performance.now() - start)) * 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
