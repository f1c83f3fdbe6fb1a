import { html } from 'hono/html';
import { caseTitle } from '../../case-title.ts';
import { groundsOf, isCounted } from '../../grounds.ts';
import { describeDeed, groupFindings, type MistakeGroup } from '../../group-findings.ts';
import { counted, times } from '../../headline.ts';
import type { Report, ReportedFinding } from '../../report.ts';
import { type Markup, place, ruleName } from './markup.ts';
import { placesList } from './places.ts';
import { jobTimelineFigure } from './timeline.ts';
import { transcript } from './transcript.ts';
import { waiverTemplateBox } from './waivers.ts';

const mostShown = 80;

/** Every mistake that broke rules with all that one needs to see it, believe it and bring it about again. */
export function findingsSection(report: Report): Markup {
  const groups = groupFindings(report);
  const contents = groups.map(
    ({ main, others }, index) =>
      html`<li><a href="#finding-${index + 1}">${main.rule}</a>: ${shorten(main.observed)}${others.length > 0 ? ` (and ${counted(others.length, 'other finding')} of the same mistake)` : ''}</li>`,
  );
  return html`<section aria-labelledby="findings">
<h2 id="findings">Findings <span class="count">${groups.length}</span></h2>
${groups.length === 0 ? html`<p>No rule that was judged is broken${report.findings.length > 0 ? ', but for what is waived' : ''}.</p>` : ''}
${groups.length > 1 ? html`<nav aria-label="Findings"><ol>${contents}</ol></nav>` : ''}
${groups.map((group, index) => article(group, index + 1, isCounted(report, group.main)))}
${waiverTemplateBox(report)}
</section>`;
}

/** Enough to tell apart the causes of one rule. */
function shorten(observed: string): string {
  return observed.length <= mostShown ? observed : `${observed.slice(0, mostShown - 1).toWellFormed()}…`;
}

function article(group: MistakeGroup, number: number, counts: boolean): Markup {
  const finding = group.main;
  const id = `finding-${number}`;
  return html`<article class="finding" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><span class="mark${counts ? '' : ' shown-only'}" aria-hidden="true">${counts ? '✗' : '!'}</span> ${number}. ${ruleName(finding.rule, finding.page)}</h3>
<blockquote>${groundsOf(finding).map((words) => html`<p>${words}</p>`)}<footer><span class="basis">${finding.basis}${counts ? '' : ', not counted'}</span> · ${origin(finding)}operation <code>${finding.operation}</code> · seen ${times(finding.seen)} · cause <code>${finding.cause}</code></footer></blockquote>
<dl class="compared">
<div><dt>Expected</dt><dd>${finding.expected}</dd></div>
<div><dt>Observed</dt><dd>${finding.observed}</dd></div>
</dl>
${group.doneBy === undefined ? '' : html`<p>${describeDeed(group.doneBy)}</p>`}
${placesList(group)}
${scenario(finding)}
${transcript(finding)}
${jobTimelineFigure(finding, id)}
${commands(finding)}
</article>`;
}

function origin(finding: ReportedFinding): Markup | string {
  return finding.basis === 'declared' ? '' : html`the interface, ${place(finding)} · `;
}

function scenario(finding: ReportedFinding): Markup {
  const { steps } = finding;
  const { title, note } = caseTitle(finding);
  return html`<h4>${title} <span class="count">${counted(steps.length, 'step')}</span></h4>
${note === undefined ? '' : html`<p class="note">${note}</p>`}
<ul class="steps">${steps.map((step) => html`<li>${step}</li>`)}</ul>`;
}

function commands({ replay, curl }: ReportedFinding): Markup {
  const script =
    curl === ''
      ? ''
      : html`<details>
<summary>Send it with curl, without this program</summary>
<p class="note">Put the credential into the variable that the script names.</p>
<pre tabindex="0" role="group" aria-label="Shell script"><code>${curl}</code></pre>
</details>`;
  return html`<h4>Bring it about again</h4>
<pre tabindex="0" role="group" aria-label="Command"><code>${replay}</code></pre>
${script}`;
}
