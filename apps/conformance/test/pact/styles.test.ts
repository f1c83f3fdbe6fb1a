import { describe, expect, test } from 'vitest';
import { isWhole } from '../helpers/is-whole.ts';
import { verifyStyle } from '../styles/judge-style.ts';
import { namedStyles } from '../styles/named-styles.ts';
import { randomStyle } from '../styles/style-arbitrary.ts';

/** What is left open by the style itself, or can't be brought about, is less than this part. */
const leastVerified = 0.85;

/** CI takes the style that is furthest from the contract's own words; WHOLE=1 takes all. */
const styles = namedStyles.slice(isWhole ? 0 : -1);

describe.each(styles)('a deployment in the style "$name"', (style) => {
  test('breaks no contract, and its own document makes nearly all verifiable', async () => {
    const { findings, summary } = await verifyStyle(style, { withDocument: true });
    expect(findings.map(({ sentence, observed }) => ({ sentence, observed }))).toEqual([]);
    expect(summary.rules.passed).toBeGreaterThanOrEqual(leastVerified * summary.rules.bound);
  });

  test('breaks no contract without its document, and there is a reason for all that is not verified', async () => {
    const { findings, rules } = await verifyStyle(style, { withDocument: false });
    expect(findings.map(({ sentence, observed }) => ({ sentence, observed }))).toEqual([]);
    const silent = rules.filter(({ verdict, reason }) => verdict === 'not-observed' && !reason);
    expect(silent).toEqual([]);
  });
});

/**
 * Drawn ones whose records show their identifiers; where none is shown, no client can use what it made. What the interface
 * gives the name of a schema is an object to our client, so it can't use a deployment that answers a bare array for it.
 */
const drawn = Array.from({ length: 40 }, (_, seed) => ({ seed, style: randomStyle(seed) }))
  .filter(({ style }) => style.wire.shows !== 'nothing' && !style.wire.bareLists)
  .slice(0, isWhole ? 12 : 1);

test.each(drawn)(
  'the drawn deployment $seed breaks no contract, and bindings with its document make nearly all verifiable',
  async ({ style }) => {
    const { findings, summary } = await verifyStyle(style, { withDocument: true, withBindings: true });
    expect(findings.map(({ sentence, observed }) => ({ sentence, observed }))).toEqual([]);
    expect(summary.rules.passed).toBeGreaterThanOrEqual(leastVerified * summary.rules.bound);
  },
);

test.each(drawn)('the drawn deployment $seed breaks no contract without its document', async ({ style }) => {
  for (const withBindings of [false, true]) {
    const { findings } = await verifyStyle(style, { withDocument: false, withBindings });
    expect(findings.map(({ sentence, observed }) => ({ sentence, observed }))).toEqual([]);
  }
});
