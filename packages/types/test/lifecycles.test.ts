import { describe, expect, expectTypeOf, it } from 'vitest';
import { operationTable, type RunState, runLifecycle } from '../src/index.ts';

describe('The lifecycle of a run', () => {
  it('moves between the states of section 3', () => {
    expectTypeOf<RunState>().toEqualTypeOf<'no-run' | 'idle' | 'job-running'>();
    const ids = new Set<string>(runLifecycle.states.map(({ id }) => id));
    expect(runLifecycle.transitions.filter(({ from, to }) => !ids.has(from) || !ids.has(to))).toEqual([]);
    expect(runLifecycle.transitions).toHaveLength(7);
  });

  it('is triggered and observed by operations that exist', () => {
    const named = runLifecycle.transitions.flatMap(({ observed }) =>
      observed.flatMap(({ operations }) => operations),
    );
    expect(named.filter((id) => !(id in operationTable))).toEqual([]);
  });
});
