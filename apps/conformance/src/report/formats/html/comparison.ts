import { html } from 'hono/html';
import { comparisonInShort, sectionsOf } from '../../comparison/describe-comparison.ts';
import type { Report } from '../../report.ts';
import type { Markup } from './markup.ts';

/** What changed since the run that this one was compared with. */
export function comparisonSection({ comparison }: Report): Markup | string {
  if (comparison === undefined) return '';
  const sections = sectionsOf(comparison).map(
    ({ title, lines }) => html`<h3>${title}</h3>
<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`,
  );
  return html`<section aria-labelledby="comparison">
<h2 id="comparison">Compared with an earlier run</h2>
<p>${comparisonInShort(comparison)}.</p>
${sections}
</section>`;
}
