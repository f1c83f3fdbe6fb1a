import { html } from 'hono/html';
import type { Report } from '../../report.ts';
import { type Markup, place, ruleName } from './markup.ts';
import { filterClasses, ruleFilter } from './rule-filter.ts';

type JudgedRule = Report['rules'][number];

const verdicts: Readonly<Record<JudgedRule['verdict'], string>> = {
  failed: '✗ violated',
  inconclusive: '? inconclusive',
  'not-observed': '– not observed',
  passed: '✓ verified',
};
const order = Object.keys(verdicts);

/** Every rule that the run judged, what is worst first. */
export function rulesSection({ rules }: Report): Markup {
  const sorted = rules.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  return html`<section aria-labelledby="rules">
<h2 id="rules">Rules that bind this deployment <span class="count">${rules.length}</span></h2>
<details class="filtered"><summary>Every rule with its verdict</summary>
${ruleFilter()}
<div class="scroll" tabindex="0" role="group" aria-label="Rules"><table>
<thead><tr><th scope="col">Verdict</th><th scope="col">Rule</th><th scope="col">Judged</th></tr></thead>
<tbody>${sorted.map((rule) => line(rule))}</tbody>
</table></div>
</details>
</section>`;
}

function line(rule: JudgedRule): Markup {
  const why = rule.reason === undefined ? '' : html`<br><span class="note">${rule.reason}</span>`;
  const killedMutants = rule.killedMutants.map(
    (broken) => html`<br><span class="note">Its check was seen to catch: ${broken}.</span>`,
  );
  return html`<tr class="${filterClasses(rule)}">
<td class="word ${rule.verdict}">${verdicts[rule.verdict]}</td>
<td>${ruleName(rule.id, rule.page)} ${place(rule)}<br><q>${rule.sentence}</q>${why}${killedMutants}</td>
<td class="time">${rule.subjects} ×</td>
</tr>`;
}
