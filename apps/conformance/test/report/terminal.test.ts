import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatForTerminal } from '../../src/report/terminal.ts';
import { hostileText } from '../helpers/hostile-text.ts';
import { reportOf } from '../helpers/report-of.ts';
import { unwrapped } from '../helpers/unwrapped.ts';

test('whatever a target answers, no control character reaches the terminal and no line of ours is added', () => {
  const ours = (shown: string) => shown.split('\n').filter((line) => !line.startsWith(' '));
  const lines = ours(formatForTerminal(reportOf('plain'), false)).length;
  fc.assert(
    fc.property(hostileText, (text) => {
      const shown = formatForTerminal(reportOf(text), false);
      expect(shown.replaceAll(/[\n\t]/g, '')).not.toMatch(/\p{Cc}|\p{Cs}|[\u202a-\u202e\u2028\u2029]/u);
      expect(ours(shown)).toHaveLength(lines);
    }),
  );
});

test('colours are our own: a target can show how it would colour, not do it', () => {
  const shown = formatForTerminal(reportOf('\u001b[32mCONFORMS'), true);
  expect(shown).toContain('\\u001b[32mCONFORMS');
  expect(shown).not.toContain('\u001b[32mCONFORMS');
  expect(shown).toContain('\u001b[31m');
});

test('what nothing is said of is told by reason, with a rule for each', () => {
  const report = reportOf('needs fixtures.vipCode in the config');
  const [rule] = report.rules;
  const unseen = ['vip.redeem', 'vip.redeem-twice-is-400'].flatMap((id) =>
    rule
      ? [{ ...rule, id, verdict: 'not-observed' as const, reason: 'needs fixtures.vipCode in the config' }]
      : [],
  );
  const shown = formatForTerminal({ ...report, rules: unseen }, false);
  expect(shown).toContain(
    '\nNot observed:\n  2 rules, such as vip.redeem: needs fixtures.vipCode in the config\n',
  );
});

test('in 80 columns, no word is broken and no line is longer but in what is copied', () => {
  const words = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ');
  const shown = formatForTerminal(reportOf(words), false).replaceAll(/With curl.*?Again:/gs, '');
  expect(shown.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(unwrapped(shown)).toContain(`expected  ${words} observed  ${words}`);
});

test('a command that is longer than a line goes on behind a backslash', () => {
  const [finding] = reportOf('text').findings;
  const replay = `agent-conformance replay --rule ${'r'.repeat(30)} --cause ${'c'.repeat(30)} --seed 7`;
  const shown = formatForTerminal(
    reportOf('text', { findings: finding ? [{ ...finding, replay }] : [] }),
    false,
  );
  expect(shown.replaceAll(/ \\\n +/g, ' ')).toContain(`Again: ${replay}`);
  expect(shown).not.toContain(replay);
});
