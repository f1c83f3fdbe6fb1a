import { html } from 'hono/html';
import { counted } from '../../headline.ts';
import { movingLines, movingTitle } from '../../moving-fields.ts';
import { groupNotChecked, type NotCheckedGroup, type WhyNotChecked } from '../../not-checked.ts';
import type { Report } from '../../report.ts';
import { type Markup, place, ruleName } from './markup.ts';

const kinds: readonly (readonly [WhyNotChecked, mark: string, words: string])[] = [
  ['inconclusive', '?', 'Inconclusive: something was in trouble, or what was not recorded may be the reason'],
  ['not-observed', '–', 'Not observed: nothing came up to judge'],
  ['left-out', '○', 'Left out of this run'],
];

/** What this run says nothing about, and why; stands right under the verdict, so that a green isn't taken for more. */
export function notCheckedSection(report: Report): Markup {
  const groups = groupNotChecked(report);
  const { unspecified } = report.summary;
  return html`<section aria-labelledby="not-checked">
<h2 id="not-checked">Not checked</h2>
${groups.length === 0 ? html`<p>Every rule of the interface was judged.</p>` : ''}
${kinds.map(([kind, mark, words]) =>
  listKind(
    groups.filter((group) => group.kind === kind),
    mark,
    words,
  ),
)}
${listMoving(report)}
<p class="note">${counted(unspecified, 'sentence')} of the interface leave something open. There, any behavior conforms.</p>
</section>`;
}

function listMoving(report: Report): Markup | string {
  const lines = movingLines(report);
  if (lines.length === 0) return '';
  return html`<details class="kind">
<summary>${movingTitle} <span class="count">${counted(lines.length, 'operation')}</span></summary>
<ul>${lines.map((line) => html`<li><code>${line}</code></li>`)}</ul>
</details>`;
}

function listKind(groups: readonly NotCheckedGroup[], mark: string, words: string): Markup | undefined {
  if (groups.length === 0) return undefined;
  const total = groups.reduce((sum, { rules }) => sum + rules.length, 0);
  return html`<details class="kind"${groups[0]?.kind === 'inconclusive' ? ' open' : ''}>
<summary><span class="mark" aria-hidden="true">${mark}</span> ${words} <span class="count">${counted(total, 'rule')}</span></summary>
<ul class="reasons">${groups.filter(({ rules }) => rules.length > 1).map((group) => listReason(group))}
${listSingly(groups.filter(({ rules }) => rules.length === 1))}</ul>
</details>`;
}

function listReason({ why, rules }: NotCheckedGroup): Markup {
  return html`<li><details>
<summary>${why} <span class="count">${counted(rules.length, 'rule')}</span></summary>
<ul class="rules">${rules.map((rule) => html`<li>${describe(rule)}</li>`)}</ul>
</details></li>`;
}

/** Reasons that hold for one rule only need no list of their own. */
function listSingly(groups: readonly NotCheckedGroup[]): Markup | string {
  if (groups.length === 0) return '';
  const rules = groups.flatMap(({ why, rules: own }) => own.map((rule) => ({ rule, why })));
  return html`<li><details>
<summary>For reasons of their own <span class="count">${counted(rules.length, 'rule')}</span></summary>
<ul class="rules">${rules.map(({ rule, why }) => html`<li>${describe(rule)}<br>${why}</li>`)}</ul>
</details></li>`;
}

function describe(rule: NotCheckedGroup['rules'][number]): Markup {
  return html`${ruleName(rule.id, rule.page)} ${place(rule)}<br><q>${rule.sentence}</q>`;
}
