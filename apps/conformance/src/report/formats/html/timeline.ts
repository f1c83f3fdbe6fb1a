import { html } from 'hono/html';
import { span } from '../../headline.ts';
import type { ReportedFinding, ReportedObservation } from '../../report.ts';
import type { Markup } from './markup.ts';

type Observed = ReportedObservation['observed'];

const meanings: Readonly<Record<Observed, readonly [mark: string, words: string]>> = {
  started: ['▶', 'POST started the run'],
  'job-shown': ['●', 'GET shows a job'],
  'no-job-shown': ['○', 'GET shows no job'],
  accepted: ['✓', 'PUT was taken'],
  refused: ['✗', 'PUT was refused with 409'],
};

const kinds: readonly Observed[] = ['started', 'job-shown', 'no-job-shown', 'accepted', 'refused'];

const width = 760;
const labels = 70;
const end = 12;
const rowHeight = 30;
const axis = 26;

/** What could be seen of background jobs, as a figure, and once more as a table; nothing where no job matters. */
export function jobTimelineFigure({ timeline }: ReportedFinding, id: string): Markup | string {
  if (timeline.length === 0) return '';
  return html`<h4>Seen of the background job</h4>
<figure>
<div class="scroll" tabindex="0" role="group" aria-label="Timeline">${figure(timeline, id)}</div>
<figcaption>Each bar reaches from sending a request to the headers of its answer; what it shows was true at some moment in
between. ${legend(timeline)}</figcaption>
</figure>
<details><summary>The same as a table</summary>${table(timeline)}</details>`;
}

function figure(timeline: readonly ReportedObservation[], id: string): Markup {
  const steps = [...new Set(timeline.map(({ step }) => step))].sort((a, b) => a - b);
  const height = steps.length * rowHeight + axis;
  const { start, total } = extent(timeline);
  return html`<svg class="timeline" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="${id}-timeline">
<title id="${id}-timeline">What each step showed of the background job, over ${span(total)}; the table below says the same.</title>
${steps.map((step, index) => lane(step, index))}
${timeline.map((one) => bar(one, { row: steps.indexOf(one.step), start, total }))}
<text class="tick" x="${labels}" y="${height - 6}">0 ms</text>
<text class="tick end" x="${width - end}" y="${height - 6}">${span(total)}</text>
</svg>`;
}

function extent(timeline: readonly ReportedObservation[]): { start: number; total: number } {
  const start = Math.min(...timeline.map(({ fromMs }) => fromMs));
  const last = Math.max(...timeline.map(({ toMs }) => toMs));
  return { start, total: Math.max(last - start, 0.001) };
}

function lane(step: number, index: number): Markup {
  const middle = index * rowHeight + rowHeight / 2;
  return html`<line class="lane" x1="${labels}" x2="${width - end}" y1="${middle}" y2="${middle}"/>
<text x="0" y="${middle + 5}">step ${step}</text>`;
}

interface Place {
  readonly row: number;
  readonly start: number;
  readonly total: number;
}

function bar({ observed, fromMs, toMs }: ReportedObservation, { row, start, total }: Place): Markup {
  const scale = (width - labels - end) / total;
  const left = labels + (fromMs - start) * scale;
  const length = Math.max((toMs - fromMs) * scale, 3);
  const [mark, words] = meanings[observed];
  return html`<g class="${observed}"><title>${words}, ${span(fromMs - start)} to ${span(toMs - start)}</title>
<rect x="${left.toFixed(1)}" y="${row * rowHeight + 6}" width="${length.toFixed(1)}" height="18" rx="2"/>
${sign(mark, { left, length, row })}</g>`;
}

/** A narrow bar has its mark beside it, so that its colour is never all that tells it from others. */
function sign(mark: string, at: { left: number; length: number; row: number }): Markup {
  const inside = at.length >= 16;
  const x = inside ? at.left + at.length / 2 : at.left + at.length + 2;
  return html`<text class="${inside ? 'sign' : 'sign beside'}" x="${x.toFixed(1)}" y="${at.row * rowHeight + 20}">${mark}</text>`;
}

function legend(timeline: readonly ReportedObservation[]): Markup {
  const shown = kinds.filter((kind) => timeline.some(({ observed }) => observed === kind));
  return html`<span class="legend">${shown.map((kind) => {
    const [mark, words] = meanings[kind];
    return html`<span><b class="${kind}" aria-hidden="true">${mark}</b> ${words}</span> `;
  })}</span>`;
}

function table(timeline: readonly ReportedObservation[]): Markup {
  const { start } = extent(timeline);
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Timeline as a table"><table>
<thead><tr><th scope="col">From</th><th scope="col">To</th><th scope="col">Step</th><th scope="col">Run of step</th><th scope="col">Seen</th></tr></thead>
<tbody>${timeline.map(
    ({ fromMs, toMs, step, run, observed }) =>
      html`<tr><td class="time">${span(fromMs - start)}</td><td class="time">${span(toMs - start)}</td><td>${step}</td><td>${run}</td><td>${meanings[observed].join(' ')}</td></tr>`,
  )}</tbody>
</table></div>`;
}
