import * as fc from 'fast-check';
import type { Action, MessageKind, Step, Transport } from './scenario.ts';

const shortestScenario = 2;
const longestScenario = 8;

/**
 * Scenarios of two to eight steps, made of the messages that the deployment has words for. Shrinking leaves
 * out steps, down to one, then makes the rest plainer; it needs no memory of how a scenario came about, so that scenarios
 * written by hand shrink as well as drawn ones.
 */
export function scenarioArbitrary(messages: readonly MessageKind[]): fc.Arbitrary<readonly Step[]> {
  return new ScenarioArbitrary(
    fc.array(stepArbitrary(messages), { minLength: shortestScenario, maxLength: longestScenario }),
  );
}

class ScenarioArbitrary extends fc.Arbitrary<readonly Step[]> {
  readonly #drawn: fc.Arbitrary<Step[]>;

  constructor(drawn: fc.Arbitrary<Step[]>) {
    super();
    this.#drawn = drawn;
  }

  generate(random: fc.Random): fc.Value<readonly Step[]> {
    // No bias to small scenarios: the written ones are small enough.
    const [first, ...rest] = this.#drawn.generate(random, undefined).value;
    // Without a run there is nothing that the other steps could act on.
    const steps: Step[] = first === undefined ? [] : [{ ...first, action: 'start' }, ...rest];
    return new fc.Value<readonly Step[]>(steps, undefined);
  }

  canShrinkWithoutContext(value: unknown): value is readonly Step[] {
    return Array.isArray(value);
  }

  shrink(steps: readonly Step[]): fc.Stream<fc.Value<readonly Step[]>> {
    return fc.stream(smaller(steps)).map((candidate) => new fc.Value(candidate, undefined));
  }
}

function* smaller(steps: readonly Step[]): Generator<readonly Step[], void, void> {
  for (let length = Math.floor(steps.length / 2); length > 1; length = Math.floor(length / 2)) {
    yield steps.slice(0, -length);
    yield steps.slice(length);
  }
  for (let index = steps.length - 1; index >= 0 && steps.length > 1; index -= 1)
    yield steps.toSpliced(index, 1);
  for (const [index, step] of steps.entries()) {
    for (const plainer of plainerSteps(step)) yield steps.with(index, plainer);
  }
}

/** The same step with one thing less to explain; each is nearer to a lone text message, so shrinking ends. */
function plainerSteps(step: Step): Step[] {
  const plainest: Partial<Step>[] = [
    { alongside: false },
    { message: 'plain' },
    { transport: 'text' },
    { run: 0 },
    ...(step.action === 'insist' ? [{ action: 'continue' as const }] : []),
  ];
  return plainest
    .map((change): Step => ({ ...step, ...change }))
    .filter((plainer) => Object.entries(plainer).some(([key, value]) => step[key as keyof Step] !== value));
}

function stepArbitrary(messages: readonly MessageKind[]): fc.Arbitrary<Step> {
  return fc.record({
    action: fc.constantFrom<Action[]>(
      'start',
      'start',
      'continue',
      'continue',
      'read',
      'await-idle',
      'insist',
    ),
    run: fc.nat({ max: 3 }),
    transport: fc.constantFrom<Transport[]>('text', 'ndjson'),
    // Mostly plain messages: jobs take their time.
    message: fc.oneof(
      { weight: 3, arbitrary: fc.constant<MessageKind>('plain') },
      fc.constantFrom(...messages),
    ),
    credential: fc.constant('own' as const),
    alongside: fc.boolean(),
  });
}
