import { html } from 'hono/html';
import { counted, earlyEnd, headlineOf } from '../../headline.ts';
import { printableReport } from '../../printable-report.ts';
import type { Report } from '../../report.ts';
import { comparisonSection } from './comparison.ts';
import { htmlDocument } from './document.ts';
import { findingsSection } from './findings.ts';
import { leftoversSection } from './leftovers.ts';
import type { Markup } from './markup.ts';
import { notCheckedSection } from './not-checked.ts';
import { operationMap } from './operation-map.ts';
import { rulesSection } from './rules.ts';
import { troubleSection } from './trouble.ts';
import { waiversSection } from './waivers.ts';

const fieldsWithLines = ['curl', 'body', 'response', 'answer', 'expected', 'observed'];
/** One self-contained page: the verdict, what was not checked, the findings, the map of operations, every rule. */
export async function formatAsHtml(told: Report): Promise<string> {
  const report = printableReport(told, fieldsWithLines);
  const { mark, words } = headlineOf(report);
  const body = await html`<a class="skip" href="#findings">Skip to the findings</a>
<header class="verdict ${report.summary.verdict}">
<p class="program">Agent Workers conformance</p>
<h1><span class="mark" aria-hidden="true">${mark}</span> ${words}</h1>
<p class="sentence">${report.summary.sentence}</p>
${anEarlyEnd(report)}
${facts(report)}
</header>
<main>
${comparisonSection(report)}
${notCheckedSection(report)}
${findingsSection(report)}
${waiversSection(report)}
${troubleSection(report)}
${leftoversSection(report)}
${operationMap(report)}
${rulesSection(report)}
</main>
<footer><p>agent-conformance ${report.program.version}, by version ${report.program.contract} of the interface. Exit code ${report.summary.exitCode}.</p></footer>`;
  return htmlDocument(`${words}: ${report.target.name}`, body);
}

function anEarlyEnd(report: Report): Markup | undefined {
  const words = earlyEnd(report);
  return words === undefined ? undefined : html`<p><strong>${words}</strong></p>`;
}

function facts({ target, seed, summary, startedAt }: Report): Markup {
  const { inconclusive, notObserved, leftOut } = summary.rules;
  const rows: (readonly [string, unknown])[] = [
    [
      'Not checked',
      html`<a href="#not-checked">${counted(inconclusive + notObserved + leftOut, 'rule')}</a>`,
    ],
    ['Sent', `${counted(summary.requests, 'request')} in ${(summary.durationMs / 1000).toFixed(1)} s`],
    ['Started', html`<time datetime="${startedAt}">${startedAt.slice(0, 19).replace('T', ' ')} UTC</time>`],
    ...(seed === undefined ? [] : [['Seed', html`<code>${seed}</code>`] as const]),
  ];
  if (target.name !== target.agentsUrl) rows.unshift(['Target', target.name]);
  if (target.agentsUrl !== undefined) rows.push(['Workers API', html`<code>${target.agentsUrl}</code>`]);
  if (target.baseUrl !== undefined) rows.push(['User API', html`<code>${target.baseUrl}</code>`]);
  return html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
