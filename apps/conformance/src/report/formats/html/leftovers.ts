import { html } from 'hono/html';
import { describeLeftover, remedyOf } from '../../group-findings.ts';
import type { Report } from '../../report.ts';
import type { Markup } from './markup.ts';

/** What the run made on the target and could not remove, and why. */
export function leftoversSection(report: Report): Markup | string {
  const { removed, leftovers } = report.cleanUp;
  if (leftovers.length === 0) return '';
  const rows = leftovers.map(
    (one) => html`<tr>
<th scope="row">${one.family} <code>${one.id}</code></th><td>${one.identity}</td><td>${describeLeftover(one)}</td>
</tr>`,
  );
  return html`<section aria-labelledby="left-behind">
<h2 id="left-behind">Left behind on the target <span class="count">${leftovers.length}</span></h2>
<p class="note">This run made them; ${removed} other things that it made were removed. ${remedyOf(report)}</p>
<div class="scroll" tabindex="0" role="group" aria-label="Left behind"><table>
<thead><tr><th scope="col">What</th><th scope="col">Whose</th><th scope="col">Why</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>
</section>`;
}
