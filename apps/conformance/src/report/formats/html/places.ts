import { html } from 'hono/html';
import { type MistakeGroup, otherPlaces } from '../../group-findings.ts';
import { counted, times } from '../../headline.ts';
import type { ReportedFinding, ReportedPlace } from '../../report.ts';
import { type Markup, place, ruleName } from './markup.ts';

/** Where else the same mistake showed: other operations of the same rule, then other rules. */
export function placesList({ main, others }: MistakeGroup): Markup | string {
  const rows = [
    ...otherPlaces(main).map((one) => row(main, one)),
    ...others.flatMap((finding) => finding.places.map((one) => row(finding, one))),
  ];
  if (rows.length === 0) return '';
  return html`<details>
<summary>The same mistake at ${counted(rows.length, 'other place')}</summary>
<div class="scroll" tabindex="0" role="group" aria-label="Other places"><table>
<thead><tr><th scope="col">Rule</th><th scope="col">Operation</th><th scope="col">Expected</th><th scope="col">Observed</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>
</details>`;
}

function row(finding: ReportedFinding, { operation, expected, observed, seen }: ReportedPlace): Markup {
  return html`<tr>
<th scope="row">${ruleName(finding.rule, finding.page)}<br>${place(finding)}</th>
<td>${operation}</td><td>${expected}</td><td>${observed}<br><span class="place">seen ${times(seen)}</span></td>
</tr>`;
}
