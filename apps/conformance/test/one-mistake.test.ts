import { expect, test } from 'vitest';
import { groupFindings } from '../src/report/group-findings.ts';
import type { Report } from '../src/report/report.ts';
import { formatForTerminal } from '../src/report/terminal.ts';
import { loadSpec } from '../src/spec/load-spec.ts';
import { isWhole } from './helpers/is-whole.ts';
import { allMutants } from './kill-matrix/kill-matrix.ts';
import { plain, toOriginal } from './kill-matrix/plain-deployment.ts';
import type { Mutant } from './mutants/mutant.ts';
import { judgeStyle } from './styles/judge-style.ts';

const spec = await loadSpec();
const { user, sequences } = await allMutants(spec);
const quick = ['--scenarios', '0', '--seed', '1', '--shrink-time', '0', '--consistency-window', '0'];

/** Judges the mutant by all rules, but for what the deployment says of itself. */
function judgeAll({ wrap }: Pick<Mutant, 'wrap'>, ...args: readonly string[]): Promise<Report> {
  return judgeStyle(plain, {
    withDocument: true,
    args: [...quick, ...args],
    wrap: (deployment) => {
      const original = toOriginal(deployment);
      const mutated = wrap(original);
      // Its own document is no operation.
      return (request) => (isDocument(request) ? original.fetch(request) : mutated(request));
    },
  });
}

const isDocument = ({ url }: Request): boolean => url.endsWith('/openapi.json');

const entriesOf = (report: Report) => groupFindings(report).filter(({ main }) => main.basis !== 'declared');

test('a DELETE that removes nothing is one entry, which names the DELETE', async () => {
  const report = await judgeAll(
    {
      wrap:
        ({ fetch }) =>
        async (request) => {
          if (request.method !== 'DELETE' || !/\/me\/bundles\/[^/]+$/.test(request.url))
            return fetch(request);
          return fetch(new Request(request.url, { headers: request.headers }));
        },
    },
    '--tags',
    'bundles',
  );
  const entries = entriesOf(report);
  expect(entries.map(({ mistake, doneBy }) => [mistake, doneBy?.operation, doneBy?.isCertain])).toEqual([
    [expect.any(String), 'deleteBundle', true],
  ]);
  const [entry] = entries;
  expect(entry?.others.length).toBeGreaterThan(0);
  expect(formatForTerminal(report, false).replaceAll(/\s+/g, ' ')).toMatch(
    /done by DELETE \S+\/me\/bundles\/\S+ \(deleteBundle\), which was answered 200/,
  );
});

/** WHOLE=1 takes half an hour for it. CONTRIBUTING.md of the package has what came of it. */
test.runIf(isWhole)(
  'a mutant has one entry, with few exceptions',
  async () => {
    const entries: number[] = [];
    for (const mutant of [...user, ...sequences]) entries.push(entriesOf(await judgeAll(mutant)).length);
    const found = entries.filter((count) => count > 0);
    const single = found.filter((count) => count === 1);
    expect(single.length / found.length).toBeGreaterThan(0.85);
    expect(found.reduce((sum, count) => sum + count, 0) / found.length).toBeLessThan(1.3);
    expect(Math.max(...found)).toBeLessThan(10);
  },
  3_600_000,
);
