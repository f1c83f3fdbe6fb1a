import { html } from 'hono/html';
import type { Markup } from '../formats/html/markup.ts';

const width = 160;
const height = 28;
const margin = 3;

/** A small line over all runs; the words beside it say what it shows. */
export function sparkline(values: readonly (number | null)[]): Markup {
  const highest = Math.max(...values.map((value) => value ?? 0), 0.001);
  const step = (width - 2 * margin) / Math.max(1, values.length - 1);
  const points = values.map((value, at) =>
    value === null
      ? undefined
      : `${(margin + at * step).toFixed(1)},${(height - margin - (value / highest) * (height - 2 * margin)).toFixed(1)}`,
  );
  return html`<svg class="sparkline" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true">
${stretchesOf(points).map((some) =>
  some.length === 1
    ? html`<circle cx="${some[0]?.split(',')[0]}" cy="${some[0]?.split(',')[1]}" r="2"/>`
    : html`<polyline points="${some.join(' ')}"/>`,
)}
</svg>`;
}

/** What stands together without a gap. */
function stretchesOf(points: readonly (string | undefined)[]): string[][] {
  const stretches: string[][] = [[]];
  for (const point of points) {
    if (point === undefined) stretches.push([]);
    else stretches.at(-1)?.push(point);
  }
  return stretches.filter(({ length }) => length > 0);
}
