import { html } from 'hono/html';
import { counted } from '../../headline.ts';
import {
  isCovered,
  type OperationCoverage,
  operationCoverage,
  type RuleState,
  type StatusCoverage,
  statusCoverage,
} from '../../operation-coverage.ts';
import type { Report } from '../../report.ts';
import type { Markup } from './markup.ts';

const columns: readonly (readonly [RuleState, mark: string, words: string])[] = [
  ['failed', '✗', 'Violated'],
  ['passed', '✓', 'Verified'],
  ['inconclusive', '?', 'Inconclusive'],
  ['not-observed', '–', 'Not observed'],
  ['left-out', '○', 'Left out'],
];

/** Operation by operation: what became of the rules that name it, and which statuses it answered. */
export function operationMap(report: Report): Markup {
  const coverage = operationCoverage(report);
  const covered = coverage.filter(isCovered);
  const others = coverage.filter((one) => !isCovered(one));
  const rest = html`<details>
<summary>Operations that this run did not call <span class="count">${others.length}</span></summary>
${table(others, 'Operations that this run did not call')}
</details>`;
  return html`<section aria-labelledby="operations">
<h2 id="operations">Operations <span class="count">${covered.length} of ${coverage.length}</span></h2>
<p class="note">Numbers count rules; a rule about several operations counts at each of them. Statuses are those that are documented, and those that were answered.</p>
${covered.length === 0 ? '' : table(covered, 'Operations that this run called')}
${others.length === 0 ? '' : rest}
</section>`;
}

function table(rows: readonly OperationCoverage[], label: string): Markup {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table class="map">
<thead><tr><th scope="col">Operation</th>${columns.map(
    ([, mark, words]) => html`<th scope="col"><span aria-hidden="true">${mark}</span> ${words}</th>`,
  )}<th scope="col">Statuses</th></tr></thead>
<tbody>${rows.map((row) => line(row))}</tbody>
</table></div>`;
}

function line({ operation, rules }: OperationCoverage): Markup {
  return html`<tr>
<th scope="row">${operation.id}<br><code>${operation.method} ${operation.path}</code></th>
${columns.map(([state]) => html`<td class="${rules[state] > 0 ? `cell ${state}` : 'cell none'}">${rules[state]}</td>`)}
<td>${statuses(operation)}</td>
</tr>`;
}

function statuses(operation: OperationCoverage['operation']): Markup | string {
  const cells = statusCoverage(operation);
  if (cells.length === 0) return '';
  return html`<ul class="answers">${cells.map(statusCell)}</ul>`;
}

function statusCell({ status, documented, count }: StatusCoverage): Markup {
  const name = status === '0' ? 'no answer' : status;
  if (count === 0) return html`<li class="unseen"><b>${name}</b> never seen</li>`;
  return documented
    ? html`<li><b>${name}</b> ${counted(count, 'time')}</li>`
    : html`<li class="undocumented"><b>${name}</b> ${counted(count, 'time')}, not documented</li>`;
}
