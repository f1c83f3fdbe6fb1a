import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatForTerminal } from '../../src/report/terminal.ts';
import { hostileText } from '../helpers/hostile-text.ts';
import { reportOf } from '../helpers/report-of.ts';

test('whatever a target answers, no control character reaches the terminal and no line is added', () => {
  const lines = formatForTerminal(reportOf('plain'), false).split('\n').length;
  fc.assert(
    fc.property(hostileText, (text) => {
      const shown = formatForTerminal(reportOf(text), false);
      expect(shown.replaceAll(/[\n\t]/g, '')).not.toMatch(/\p{Cc}|\p{Cs}|[\u202a-\u202e\u2028\u2029]/u);
      expect(shown.split('\n')).toHaveLength(lines);
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
