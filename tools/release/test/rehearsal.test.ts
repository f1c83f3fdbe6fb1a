import { expect, test } from 'vitest';
import { overBudget } from '../src/install-figures.ts';
import { rehearse } from '../src/rehearsal.ts';

// It takes minutes: the nightly workflow and the one that releases do it, and `WHOLE=1`.
test.runIf(process.env.WHOLE === '1')(
  'a whole release is installed and used by npm, pnpm, yarn and bun, from a registry on this machine',
  { timeout: 1_800_000 },
  async () => {
    const steps: string[] = [];
    const { figures, managers } = await rehearse((step) => steps.push(step)).catch((cause: unknown) => {
      throw new Error(`The rehearsal failed at: ${steps.at(-1)}`, { cause });
    });
    expect(managers).toEqual(['npm', 'pnpm', 'yarn', 'bun']);
    expect(overBudget(figures, false)).toEqual([]);
  },
);
