import { html } from 'hono/html';
import { span } from '../../headline.ts';
import type { ReportedExchange, ReportedFinding } from '../../report.ts';
import type { Markup } from './markup.ts';

/** What went over the wire; times count from the first request shown. */
export function transcript({ exchanges }: ReportedFinding): Markup {
  if (exchanges.length === 0) return html`<h4>On the wire</h4><p class="note">No transcript was kept.</p>`;
  const start = Math.min(...exchanges.map(({ sentAtMs }) => sentAtMs));
  return html`<h4>On the wire</h4>
<div class="scroll" tabindex="0" role="group" aria-label="Transcript"><table class="transcript">
<thead><tr><th scope="col">Step</th><th scope="col">Sent at</th><th scope="col">Request</th><th scope="col">Answer</th></tr></thead>
<tbody>${exchanges.map((exchange) => row(exchange, start))}</tbody>
</table></div>`;
}

function row(exchange: ReportedExchange, start: number): Markup {
  const { step, request, body, response, sentAtMs } = exchange;
  return html`<tr>
<th scope="row">${step}</th>
<td class="time">+${span(sentAtMs - start)}</td>
<td><code>${request}</code>${body === undefined ? '' : html`<pre>${body}</pre>`}</td>
<td><p class="time">${durations(exchange)}</p><pre>${response}</pre>${whole(exchange)}</td>
</tr>`;
}

function whole({ answer }: ReportedExchange): Markup | string {
  if (answer === undefined) return '';
  return html`<details><summary>The whole answer (${answer.length} characters)</summary><pre>${answer}</pre></details>`;
}

function durations({ headersAfterMs, tookMs }: ReportedExchange): string {
  return headersAfterMs === undefined
    ? `no answer after ${span(tookMs)}`
    : `headers after ${span(headersAfterMs)}, end after ${span(tookMs)}`;
}
