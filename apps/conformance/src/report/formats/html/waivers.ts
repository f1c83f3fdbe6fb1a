import { html } from 'hono/html';
import { isWrongWaiver, templateFor } from '../../group-findings.ts';
import type { Report } from '../../report.ts';
import type { Markup } from './markup.ts';

/** What is accepted for a while, by whom and until when. */
export function waiversSection(report: Report): Markup | string {
  if (report.waivers.length === 0) return '';
  return html`<section aria-labelledby="waivers">
<h2 id="waivers">Waivers <span class="count">${report.waivers.length}</span></h2>
${table(report)}
</section>`;
}

function table({ waivers }: Report): Markup {
  const rows = waivers.map(
    (waiver) => html`<tr>
<th scope="row" class="wide"><code>${waiver.names}</code></th>
<td class="${isWrongWaiver(waiver) ? 'word failed' : 'word'}">${isWrongWaiver(waiver) ? '✗ ' : ''}${waiver.state}${waiver.message === undefined ? '' : html`<br><span class="place">${waiver.message}</span>`}</td>
<td>${waiver.reason}</td><td>${waiver.owner}</td><td class="time">${waiver.expires}</td>
</tr>`,
  );
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Waivers"><table>
<thead><tr><th scope="col">What</th><th scope="col">State</th><th scope="col">Reason</th><th scope="col">Owner</th><th scope="col">Until</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
}

/** A waivers file for what is not waived. */
export function waiverTemplateBox(report: Report): Markup | string {
  const text = templateFor(report);
  if (text === undefined) return '';
  return html`<details>
<summary>Accept this for a while</summary>
<p class="note">Fill in reasons and owners, and give the file as --waivers.</p>
<pre tabindex="0" role="group" aria-label="Waivers file"><code>${text}</code></pre>
</details>`;
}
