import { html } from 'hono/html';
import type { Markup } from './markup.ts';

/** What the list of rules can be narrowed to, by the class of its rows. */
interface Choice {
  readonly value: string;
  readonly words: string;
}

interface Group {
  /** The name of the group, and of the class that rows have for it: `verdict-failed`. */
  readonly name: string;
  readonly title: string;
  readonly choices: readonly Choice[];
}

const groups: readonly Group[] = [
  {
    name: 'verdict',
    title: 'Verdict',
    choices: [
      { value: 'failed', words: 'violated' },
      { value: 'inconclusive', words: 'inconclusive' },
      { value: 'not-observed', words: 'not observed' },
      { value: 'passed', words: 'verified' },
    ],
  },
  {
    name: 'basis',
    title: 'Basis',
    choices: ['stated', 'implied', 'declared'].map((value) => ({ value, words: value })),
  },
];

/** Buttons that narrow the rules below them by style alone, since the page runs nothing. */
export function ruleFilter(): Markup {
  return html`<div class="filter">${groups.map(
    ({ name, title, choices }) => html`<fieldset>
<legend>${title}</legend>
${[{ value: 'all', words: 'all' }, ...choices].map(
  ({ value, words }) =>
    html`<label><input type="radio" name="${name}" id="${name}-${value}"${value === 'all' ? ' checked' : ''}> ${words}</label> `,
)}
</fieldset>`,
  )}</div>`;
}

/** The class of a row for each group. */
export function filterClasses(row: { readonly verdict: string; readonly basis: string }): string {
  return `verdict-${row.verdict} basis-${row.basis}`;
}

/** Hides the rows that are not asked for; a browser that doesn't know :has() shows them all. */
export const filterStyle = groups
  .flatMap(({ name, choices }) =>
    choices.map(
      ({ value }) =>
        `.filtered:has(#${name}-${value}:checked) tbody tr:not(.${name}-${value}) { display: none; }`,
    ),
  )
  .join('\n');
