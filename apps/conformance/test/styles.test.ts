import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../src/report/report.ts';
import { isWhole } from './helpers/is-whole.ts';
import { runCli } from './helpers/judge-target.ts';
import { judgeStyle } from './styles/judge-style.ts';
import { namedStyles } from './styles/named-styles.ts';
import { describe as openapiOf } from './styles/openapi.ts';

/** How many of the rules a document must at least make verifiable; the rest is left open by the style itself. */
const verified: Readonly<Record<string, number>> = { camel: 240, terse: 220, enterprise: 240 };

const args = ['--scenarios', '4', '--seed', '7'];

function alarms({ findings }: Report) {
  // The documents of these styles leave out statuses: what they declare is not what this is about.
  return findings
    .filter(({ basis }) => basis !== 'declared')
    .map(({ rule, observed, steps }) => ({ rule, observed, steps }));
}

/** The first is the one that mutants and controls run on; WHOLE=1 takes it as well. */
const styles = namedStyles.slice(isWhole ? 0 : 1);

describe.each(styles)('a deployment in the style "$name"', (style) => {
  // CI takes each style once: the last one without its document, the others with it.
  const [withDocument, without] = style === namedStyles.at(-1) ? [isWhole, true] : [true, isWhole];

  test.runIf(withDocument)('has no finding and is verified by its own document', async () => {
    const report = await judgeStyle(style, { withDocument: true, args });
    expect(alarms(report)).toEqual([]);
    expect(report.summary.rules.passed).toBeGreaterThanOrEqual(verified[style.name] ?? 0);
  });

  test.runIf(without)(
    'has no finding without its document, and a reason for all that was not seen',
    async () => {
      const report = await judgeStyle(style, { withDocument: false, args });
      expect(alarms(report)).toEqual([]);
      const unseen = report.rules.filter(({ verdict }) => verdict === 'not-observed');
      expect(unseen.filter(({ reason }) => reason === undefined || reason === '')).toEqual([]);
    },
  );

  test('publishes a document that does not drift from the contract, by all 88 operations', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'style-'));
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(openapiOf(style, 'http://deployment.example')));
    const { out } = await runCli(['diff', '--openapi', file]);
    await rm(folder, { recursive: true });
    expect(out).toBe('User API: 88 operations compared, 0 drifts, 0 notes\n');
  });
});
