import * as fc from 'fast-check';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { expect, test } from 'vitest';
import { formatAsMarkdown } from '../../../src/report/formats/markdown.ts';
import { hostileText } from '../../helpers/hostile-text.ts';
import { reportOf } from '../../helpers/report-of.ts';
import { readPage } from '../../helpers/skeleton.ts';

/** As a pull request shows it; unlike there, markup in the text would take effect. */
function render(markdown: string): string {
  return micromark(markdown, {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
}

test('a summary says the verdict, the numbers, each finding with its line, and why something was not checked', () => {
  const summary = formatAsMarkdown(reportOf('plain'));
  expect(summary).toMatchInlineSnapshot(`
    "## ✗ Violates the contract

    Of 4 rules that bind this deployment: **1 verified, 1 violated**, 1 inconclusive, 1 not observed; 1 left out of this run.

    - **\`run.put-during-job-is-409\`** (stated; section 4.1, line 113; seen 3 times): “When a job is running, PUT returns 409.”
      - expected \`plain\`
      - observed \`plain\`
      - shown by
        1. \`POST a message that starts a background job\`
        2. \`PUT a plain message to the run of step 1\`
      - again \`agent-conformance replay --rule run.put-during-job-is-409 --seed 7 --path 6:0\`

    **Left behind on the target: 1 thing**

    - \`bundles plain: plain\`

    agent-conformance clean FOLDER removes later what can be removed; FOLDER is that of --results.

    <details><summary>Not checked: 3 rules, and why</summary>

    - 1 rule inconclusive: \`plain\`
    - 1 rule not observed: \`nothing was read\`
    - 1 rule left out: \`not asked for\`

    </details>

    \`plain\`, seed 7, 12 requests in 3.5 s
    "
  `);
});

test('a long list of findings is cut, and says so', () => {
  const { findings } = reportOf('plain');
  const many = Array.from({ length: 12 }, (_, index) =>
    findings.map((finding) => ({ ...finding, cause: `cause ${index}` })),
  ).flat();
  const summary = formatAsMarkdown(reportOf('plain', { findings: many }));
  expect(summary.match(/expected/g)).toHaveLength(10);
  expect(summary).toContain('and 2 findings more in the full report');
});

test('whatever a target answers stays text in code: no markup, no link, no line of its own', () => {
  const plain = render(formatAsMarkdown(reportOf('plain')));
  fc.assert(
    fc.property(hostileText, (text) => {
      const shown = render(formatAsMarkdown(reportOf(text)));
      expect(readPage(shown, true).skeleton).toBe(readPage(plain, true).skeleton);
      expect(withoutCode(shown)).toBe(withoutCode(plain));
    }),
    { numRuns: 200 },
  );
});

function withoutCode(page: string): string {
  return page.replaceAll(/<code>[^<]*<\/code>/g, '<code></code>');
}
