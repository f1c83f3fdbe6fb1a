import { expect, test } from 'vitest';
import { changelogEntry } from '../../src/version/changelog-entry.ts';

const changelog =
  '# @agent-workers/types\n\n## 1.1.0\n\n### Minor Changes\n\n- More.\n\n## 1.0.0\n\n### Major Changes\n\n- First.\n';

test('an entry of a changelog ends where the next version begins', () => {
  expect(changelogEntry(changelog, '1.1.0')).toBe('### Minor Changes\n\n- More.');
  expect(changelogEntry(changelog, '1.0.0')).toBe('### Major Changes\n\n- First.');
});

test('a version with no entry has an empty one', () => {
  expect(changelogEntry(changelog, '1.0')).toBe('');
});
