import { describe, expect, it } from 'vitest';
import { safeParse } from 'zod/mini';
import { toolExamples } from '../src/gen/examples.ts';
import { toolInputs } from '../src/gen/zod.ts';
import { definitions, validate } from '../src/index.ts';

const cases = definitions.map(({ name }) => ({ name, ...toolExamples[name] }));
const examples = cases.flatMap(({ name, examples: list }) => list.map((each) => ({ name, ...each })));
const counterexamples = cases.flatMap(({ name, counterexamples: list }) =>
  list.map((each) => ({ name, ...each })),
);

describe('Every example of the manifest', () => {
  it.each(examples)('is allowed: $name, $about', ({ name, input }) => {
    expect(validate(name, input)).toEqual({ ok: true, input });
    expect(safeParse(toolInputs[name], input).success).toBe(true);
  });
});

describe('Every counterexample of the manifest', () => {
  it.each(counterexamples)('is refused where it is wrong: $name, $about', ({ name, input, problems }) => {
    const validation = validate(name, input);
    const paths = validation.ok ? [] : validation.problems.map(({ path }) => path);
    expect(paths.toSorted()).toEqual([...problems].sort());
    expect(safeParse(toolInputs[name], input).success).toBe(false);
  });
});
