import { html } from 'hono/html';
import type { Report } from '../../report.ts';
import { troubleLines } from '../../reported-trouble.ts';
import type { Markup } from './markup.ts';

/** What went wrong on the way, apart from what the tool brought about. */
export function troubleSection({ trouble }: Report): Markup | string {
  if (trouble === undefined) return '';
  return html`<section aria-labelledby="trouble">
<h2 id="trouble">Trouble on the way</h2>
<p class="note">Apart from answers to what was sent wrong on purpose.</p>
<ul>${troubleLines(trouble).map((line) => html`<li>${line}</li>`)}</ul>
</section>`;
}
