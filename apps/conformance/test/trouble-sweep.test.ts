import { describe, expect, test } from 'vitest';
import { isWhole } from './helpers/is-whole.ts';
import { type RequestTrouble, requestsInTrouble } from './styles/in-trouble.ts';
import { judgeStyle } from './styles/judge-style.ts';
import { randomStyle } from './styles/style-arbitrary.ts';

const answers = [502, 408, 500, 'cut'] as const;
const every = 7;
/** Each write, and each read, of a run has each trouble once; of what a read takes with it, nothing is left. */
const sweep: readonly RequestTrouble[] = (['writes', 'reads'] as const).flatMap((of) =>
  answers.flatMap((answer) =>
    (of === 'writes' ? [true, false] : [true]).flatMap((isDone) =>
      Array.from({ length: every }, (_, from) => ({ of, answer, isDone, every, from })),
    ),
  ),
);

/** WHOLE=1 alone takes it: 12 CPU-seconds for each. */
const { FUZZ_SEED = '2' } = process.env;
const seed = Number(FUZZ_SEED);

describe.runIf(isWhole)(`the deployment drawn from the seed ${seed}`, () => {
  test.concurrent.each(sweep)(
    'gets no finding where every seventh of the $of from $from on is answered $answer (done: $isDone)',
    async (trouble) => {
      const { findings } = await judgeStyle(randomStyle(seed), {
        withDocument: seed % 2 === 0,
        withBindings: seed % 3 === 0,
        args: ['--scenarios', '2', '--seed', `${seed}`],
        wrap: requestsInTrouble(trouble),
      });
      const broken = findings.filter(({ basis }) => basis !== 'declared');
      expect(broken.map(({ rule, observed, steps }) => ({ rule, observed, steps }))).toEqual([]);
    },
  );
});
