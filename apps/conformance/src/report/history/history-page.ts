import { html } from 'hono/html';
import { htmlDocument } from '../formats/html/document.ts';
import { type Markup, ruleName } from '../formats/html/markup.ts';
import { counted } from '../headline.ts';
import { printableText } from '../printable.ts';
import { changes, frequencyOf, historyInShort, speedInWords, violatedIn } from './describe-history.ts';
import {
  type History,
  type HistoryFinding,
  type HistoryRule,
  type HistoryRun,
  historySchema,
} from './history.ts';
import { sparkline } from './sparkline.ts';

/** The page about a run, as an address that this page can use, by the place of the run. */
export type Pages = ReadonlyMap<string, string>;

/** Many runs in one self-contained page: what flakes, what is broken, verdicts and times over all runs. */
export async function historyPage(told: History, pages: Pages = new Map()): Promise<string> {
  const history = printable(told);
  const { runs, findings, rules } = history;
  const flaking = findings.filter(({ flakes }) => flakes);
  const others = findings.filter(({ flakes }) => !flakes);
  const moving = rules.filter(({ verdicts }) => changes(verdicts) || verdicts.includes('failed'));
  const steady = rules.filter(
    (rule) => !moving.includes(rule) && rule.verdicts.some((verdict) => verdict !== 'left-out'),
  );
  const never = rules.length - moving.length - steady.length;
  const [first, last] = [runs[0], runs.at(-1)];
  const title = `${counted(runs.length, 'run')} against ${last?.target ?? 'no target'}`;
  return htmlDocument(
    title,
    await html`<header class="verdict">
<p class="program">Agent Workers conformance, history</p>
<h1>${title}</h1>
<p class="sentence">${historyInShort(history)}</p>
<p class="note">${day(first)} to ${day(last)}</p>
</header>
<main>
${findingsSection('flaking', 'Flaking', flaking, 'No finding came and went within one version of the target.')}
${findingsSection('findings', 'Other findings', others, 'No other finding in any run.')}
<section aria-labelledby="verdicts">
<h2 id="verdicts">Verdicts over time <span class="count">${counted(moving.length, 'rule')}</span></h2>
<p class="note">One column for each run, the earliest first: ✓ verified, ✗ violated, ? inconclusive, – not observed, ○ left out.</p>
${moving.length === 0 ? html`<p>No rule was broken in any run.</p>` : rulesTable(moving, 'Rules that were broken in some run', runs)}
${steady.length === 0 ? '' : html`<details><summary>Rules that no run found broken <span class="count">${steady.length}</span></summary>${rulesTable(steady, 'Rules that no run found broken', runs)}</details>`}
${never === 0 ? '' : html`<p class="note">${counted(never, 'rule')} ${never === 1 ? 'was' : 'were'} left out of every run.</p>`}
</section>
${operationsSection(history)}
${runsSection(history, pages)}
</main>`,
  );
}

function printable(history: History): History {
  const print = (_key: string, value: unknown): unknown =>
    typeof value === 'string' ? printableText(value).replaceAll('\n', '\\n') : value;
  return historySchema.parse(JSON.parse(JSON.stringify(history), print));
}

function day(run: HistoryRun | undefined): string {
  return run === undefined ? '' : `${run.startedAt.slice(0, 16).replace('T', ' ')} UTC`;
}

function findingsSection(
  id: string,
  title: string,
  findings: readonly HistoryFinding[],
  none: string,
): Markup {
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title} <span class="count">${findings.length}</span></h2>
${findings.length === 0 ? html`<p>${none}</p>` : ''}
${findings.map(
  (one) => html`<article class="finding">
<h3>${ruleName(one.rule, one.page)}</h3>
<p>${one.summary}</p>
<p class="note">Seen ${frequencyOf(one)}. Cause <code>${one.cause}</code></p>
</article>`,
)}
</section>`;
}

const marks = {
  passed: ['✓', 'verified'],
  failed: ['✗', 'violated'],
  inconclusive: ['?', 'inconclusive'],
  'not-observed': ['–', 'not observed'],
  'left-out': ['○', 'left out'],
} as const satisfies Record<HistoryRule['verdicts'][number], readonly [string, string]>;

function rulesTable(rules: readonly HistoryRule[], label: string, runs: readonly HistoryRun[]): Markup {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table class="history">
<thead><tr><th scope="col">Rule</th>${runs.map((_, at) => html`<th scope="col"><a href="#run-${at + 1}">${at + 1}</a></th>`)}</tr></thead>
<tbody>${rules.map(
    ({ id, flakes, verdicts }) => html`<tr>
<th scope="row"><code>${id}</code>${flakes ? html` <span class="count">flakes</span>` : ''}</th>
${verdicts.map((verdict) => {
  const [mark, words] = marks[verdict];
  return html`<td class="cell ${isTold(verdict) ? verdict : 'none'}" title="${words}">${mark}</td>`;
})}
</tr>`,
  )}</tbody>
</table></div>`;
}

function isTold(verdict: HistoryRule['verdicts'][number]): boolean {
  return verdict === 'passed' || verdict === 'failed' || verdict === 'inconclusive';
}

function operationsSection({ operations }: History): Markup {
  return html`<section aria-labelledby="speed">
<h2 id="speed">Time to the first byte <span class="count">${counted(operations.length, 'operation')}</span></h2>
<p class="note">The median of each run. A line that has a gap was not measured there.</p>
<details><summary>Every operation</summary>
<div class="scroll" tabindex="0" role="group" aria-label="Time to the first byte"><table>
<thead><tr><th scope="col">Operation</th><th scope="col">Over time</th><th scope="col">Median</th></tr></thead>
<tbody>${operations.map(
    ({ id, method, path, medianMs }) => html`<tr>
<th scope="row">${id}<br><code>${method} ${path}</code></th>
<td>${sparkline(medianMs)}</td>
<td>${speedInWords(medianMs)}</td>
</tr>`,
  )}</tbody>
</table></div></details>
</section>`;
}

/** With a link to the page about the run, where there is one. */
function placeOf({ place }: History['runs'][number], pages: Pages): Markup {
  const page = pages.get(place);
  const name = html`<code>${place}</code>`;
  return page === undefined ? name : html`<a href="${page}">${name}</a>`;
}

function runsSection({ runs, skipped }: History, pages: Pages): Markup {
  return html`<section aria-labelledby="runs">
<h2 id="runs">Runs <span class="count">${runs.length}</span></h2>
<div class="scroll" tabindex="0" role="group" aria-label="Runs"><table>
<thead><tr><th scope="col">Run</th><th scope="col">Started</th><th scope="col">Version</th><th scope="col">Verdict</th><th scope="col">Verified</th><th scope="col">Broken</th><th scope="col">Requests</th><th scope="col">Results</th></tr></thead>
<tbody>${runs.map(
    (run, at) => html`<tr id="run-${at + 1}">
<th scope="row">${at + 1}</th>
<td class="time">${day(run)}</td>
<td>${run.targetVersion ?? 'not told'}</td>
<td>${run.verdict}${run.ended === 'complete' ? '' : `, ended early (${run.ended})`}</td>
<td>${run.rules.passed}</td>
<td>${violatedIn(run)}</td>
<td>${run.requests}</td>
<td>${placeOf(run, pages)}</td>
</tr>`,
  )}</tbody>
</table></div>
${skipped.length === 0 ? '' : html`<h3>Not read</h3><ul>${skipped.map(({ place, why }) => html`<li><code>${place}</code>: ${why}</li>`)}</ul>`}
</section>`;
}
