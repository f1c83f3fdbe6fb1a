/**
 * The same faults, made at random, before the conformance CLI and before Schemathesis: how many each finds and with
 * how many requests, stopping at the first finding or not. A fault counts as found by Schemathesis when it reports a
 * failure that it reports of no run on the deployment without a fault; its request count at the first such failure is
 * read from its events, as if it had stopped there.
 * Command: SCHEMATHESIS=path/to/schemathesis node peer-schemathesis.ts [mutants per depth, default 8] [first seed]
 *          [options for Schemathesis, default --phases examples,coverage --continue-on-failure]
 */
import {
  depths,
  type RandomMutant,
  randomMutant,
} from '../../apps/conformance/test/random-mutants/random-mutant.ts';
import { judgeStyle } from '../../apps/conformance/test/styles/judge-style.ts';
import { namedStyles } from '../../apps/conformance/test/styles/named-styles.ts';
import { askSchemathesis, seenWithoutFault, untouched, type Wrap } from './ask-schemathesis.ts';

/** Requests until the first finding, and of the whole run; a fault that is not found takes the whole in both. */
interface Outcome {
  readonly isFound: boolean;
  readonly toFirst: number;
  readonly whole: number;
}

const [perDepth = '8', seedFrom = '1', ...given] = process.argv.slice(2);
const [count, firstSeed] = [Number(perDepth), Number(seedFrom)];
const options = given.length > 0 ? given : ['--phases', 'examples,coverage', '--continue-on-failure'];
const [style] = namedStyles;

const plain = await seenWithoutFault(style, options);
const ours = await runOurs(untouched);
process.stdout.write(
  `without a fault | agent-conformance ${ours.isFound ? 'a finding' : 'no finding'}, ${ours.whole} requests | Schemathesis ${plain.failures.size} failures, ${plain.requests} requests\n`,
);

const outcomes: { readonly ours: Outcome; readonly theirs: Outcome }[] = [];
for (const depth of depths) {
  for (const { operator, subject, wrap } of mutantsOf(depth)) {
    const outcome = { ours: await runOurs(wrap), theirs: await runTheirs(wrap) };
    outcomes.push(outcome);
    process.stdout.write(
      `${depth}: ${operator}, ${subject} | agent-conformance ${words(outcome.ours)} | Schemathesis ${words(outcome.theirs)}\n`,
    );
  }
}
say(
  'agent-conformance',
  outcomes.map((one) => one.ours),
);
say(
  'Schemathesis',
  outcomes.map((one) => one.theirs),
);

/** Schemathesis is given the document of the User API, so its faults alone are compared. */
function mutantsOf(depth: (typeof depths)[number]): RandomMutant[] {
  const seeds = Array.from({ length: count * 4 }, (_, index) => firstSeed + index);
  const drawn = seeds.map((seed) => randomMutant(style, depth, seed));
  return drawn.filter(({ subject }) => subject.includes('/me')).slice(0, count);
}

function words({ isFound, toFirst, whole }: Outcome): string {
  return isFound ? `found with ${toFirst} requests of ${whole}` : `not found with ${whole} requests`;
}

function say(name: string, of: readonly Outcome[]): void {
  const found = of.filter(({ isFound }) => isFound).length;
  const sum = (count: (one: Outcome) => number): number => of.reduce((all, one) => all + count(one), 0);
  const [toFirst, whole] = [sum((one) => one.toFirst), sum((one) => one.whole)];
  const each = (requests: number): string => `${requests} (${Math.round(requests / found)} for each found)`;
  process.stdout.write(
    `${name}: ${found} of ${of.length} found; requests, stopping at the first finding: ${each(toFirst)}; not stopping: ${each(whole)}\n`,
  );
}

async function runOurs(wrap: Wrap): Promise<Outcome> {
  const [stopped, whole] = [await judge(wrap, ['--bail']), await judge(wrap, [])];
  return { isFound: stopped.isFound, toFirst: stopped.requests, whole: whole.requests };
}

async function judge(wrap: Wrap, more: readonly string[]): Promise<{ isFound: boolean; requests: number }> {
  const args = ['--scenarios', '0', '--shrink-time', '0', '--seed', '7', ...more];
  try {
    const { findings, summary } = await judgeStyle(style, { withDocument: true, args, wrap });
    return { isFound: findings.length > 0, requests: summary.requests };
  } catch (error) {
    // A run that can't even begin has noticed the fault as well.
    if (!(error instanceof Error && error.message.startsWith('No report'))) throw error;
    return { isFound: true, requests: 1 };
  }
}

async function runTheirs(wrap: Wrap): Promise<Outcome> {
  const { failures, requests } = await askSchemathesis(style, wrap, options);
  const news = [...failures].filter(([failure]) => !plain.failures.has(failure)).map(([, at]) => at);
  const isFound = news.length > 0;
  return { isFound, toFirst: isFound ? Math.min(...news) : requests, whole: requests };
}
