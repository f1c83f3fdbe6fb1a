import { filterStyle } from './rule-filter.ts';

/** Colours keep a contrast of 4.5:1 on their ground, in both schemes; no meaning hangs on colour alone. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --raised: #f5f7f9; --line: #d0d7de; --text: #1d2329; --quiet: #57606a;
  --bad: #b3261e; --bad-ground: #fdecea; --good: #17692f; --good-ground: #e7f5eb; --open: #7a5200; --open-ground: #fdf3dc;
  --link: #0b57b0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1419; --raised: #181e25; --line: #333c46; --text: #e4e9ee; --quiet: #9eabb8;
    --bad: #ff8f85; --bad-ground: #3a1917; --good: #6bd08a; --good-ground: #12301c; --open: #e8bd58; --open-ground: #33270a;
    --link: #7db6ff;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: 1.5rem 1.25rem 3rem; background: var(--ground); color: var(--text);
  font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.35rem; margin: 2.25rem 0 .75rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.1rem; margin: 0 0 .75rem; overflow-wrap: anywhere; }
h4 { font-size: .95rem; margin: 1.25rem 0 .4rem; }
p { margin: .4rem 0; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: .5rem; background: var(--ground); padding: .5rem; z-index: 1; }
code, pre, .time { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .86em; }
code { overflow-wrap: anywhere; }
pre { margin: .35rem 0; padding: .6rem .75rem; background: var(--raised); border: 1px solid var(--line); border-radius: 6px;
  white-space: pre-wrap; overflow-wrap: anywhere; }
pre code { font-size: 1em; }
q { color: var(--quiet); }
.program { margin: 0 0 .75rem; color: var(--quiet); font-size: .9rem; }
.verdict { padding: 1.25rem 1.5rem; border: 1px solid var(--line); border-left: .5rem solid var(--open); border-radius: 8px;
  background: var(--open-ground); }
.verdict.conforms { border-left-color: var(--good); background: var(--good-ground); }
.verdict.violates, .verdict.wrong-waivers { border-left-color: var(--bad); background: var(--bad-ground); }
.verdict.conforms h1 { color: var(--good); }
.verdict.violates h1, .verdict.wrong-waivers h1 { color: var(--bad); }
.verdict.inconclusive h1, .verdict.left-behind h1, .verdict.too-few-verified h1, .verdict.nothing-verified h1 { color: var(--open); }
.verdict .program, .verdict dt { color: var(--text); }
.sentence { font-size: 1.1rem; overflow-wrap: anywhere; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: .6rem 1.5rem; margin: 1rem 0 0; }
.facts dt { font-size: .8rem; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.count { display: inline-block; padding: 0 .5em; border: 1px solid var(--line); border-radius: 1em; background: var(--raised);
  color: var(--quiet); font-size: .78rem; font-weight: 400; white-space: nowrap; vertical-align: middle; }
.note, .place { color: var(--quiet); font-size: .9rem; font-weight: 400; white-space: normal; }
.wide { min-width: 16rem; }
details { margin: .4rem 0; }
summary { cursor: pointer; }
.kind { border: 1px solid var(--line); border-radius: 6px; padding: .45rem .8rem; }
.kind > summary { font-weight: 600; }
.reasons { list-style: none; margin: .5rem 0 0; padding: 0 0 0 1.1rem; }
.rules { padding-left: 1.5rem; }
.rules li { margin: .4rem 0; }
.finding { margin: 1.25rem 0; padding: 1.1rem 1.25rem; border: 1px solid var(--line); border-left: .3rem solid var(--bad);
  border-radius: 6px; }
.finding h3 .mark { color: var(--bad); }
.finding h3 .shown-only { color: inherit; }
blockquote { margin: 0 0 1rem; padding: .1rem 0 .1rem 1rem; border-left: 3px solid var(--line); }
blockquote p { font-size: 1.05rem; }
blockquote footer { color: var(--quiet); font-size: .9rem; margin: 0; padding: 0; border: 0; }
.compared { display: grid; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); gap: .75rem; margin: 0; }
.compared > div { padding: .6rem .8rem; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); }
.compared dt { font-weight: 600; font-size: .85rem; }
.compared dd { margin: .2rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.steps { list-style: none; margin: 0; padding: 0 0 0 .25rem; }
.steps li { padding-left: 1.4rem; text-indent: -1.4rem; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { padding: .45rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: baseline; }
thead th { font-size: .8rem; color: var(--quiet); white-space: nowrap; border-bottom: 2px solid var(--line); }
tbody th { font-weight: 600; }
.time { white-space: nowrap; }
td > p.time { margin: 0; color: var(--quiet); }
.transcript td:nth-child(3), .transcript td:nth-child(4) { min-width: 19rem; }
.map code { font-weight: 400; color: var(--quiet); }
.cell { text-align: right; font-variant-numeric: tabular-nums; font-weight: 600; }
.cell.none { color: var(--quiet); font-weight: 400; }
.failed { color: var(--bad); }
.passed { color: var(--good); }
.inconclusive { color: var(--open); }
.cell.failed { background: var(--bad-ground); }
.cell.passed { background: var(--good-ground); }
.cell.inconclusive { background: var(--open-ground); }
.history td { padding: .2rem .35rem; text-align: center; }
.history thead th { text-align: center; }
.history tbody th { min-width: 9rem; }
.history thead th:first-child { text-align: left; }
.sparkline { fill: var(--link); stroke: none; }
.sparkline polyline { fill: none; stroke: var(--link); stroke-width: 1.5; }
.filter { display: flex; flex-wrap: wrap; gap: .5rem 1rem; margin: .75rem 0; }
.filter fieldset { border: 1px solid var(--line); border-radius: 6px; padding: .2rem .8rem .4rem; min-width: 0; }
.filter label { display: inline-block; margin-right: .75rem; padding: .2rem 0; }
${filterStyle}
.word { white-space: nowrap; font-weight: 600; }
.answers { list-style: none; margin: 0; padding: 0; }
.answers li { white-space: nowrap; }
.answers .unseen { color: var(--quiet); }
.answers .unseen b { font-weight: 400; text-decoration: underline dotted; text-underline-offset: .2em; }
.answers .undocumented { color: var(--open); }
figure { margin: 0; }
figcaption { color: var(--quiet); font-size: .9rem; }
.legend { display: block; margin-top: .25rem; }
.legend span { display: inline-block; margin-right: 1rem; }
.timeline { display: block; max-width: none; font-size: 13px; fill: var(--text); }
.timeline .lane { stroke: var(--line); }
.timeline .tick { fill: var(--quiet); font-size: 12px; }
.timeline .end { text-anchor: end; }
.timeline rect { stroke-width: 1.5; stroke: var(--quiet); fill: var(--raised); }
.timeline .job-shown rect { stroke: var(--open); fill: var(--open-ground); }
.timeline .no-job-shown rect { stroke-dasharray: 3 2; fill: var(--ground); }
.timeline .accepted rect, .timeline .started rect { stroke: var(--good); fill: var(--good-ground); }
.timeline .refused rect { stroke: var(--bad); fill: var(--bad-ground); }
.timeline .sign { text-anchor: middle; font-size: 12px; }
.timeline .beside { text-anchor: start; font-size: 10px; }
@media (max-width: 40rem) {
  .transcript, .transcript tbody, .transcript tr, .transcript th, .transcript td { display: block; }
  .transcript thead { position: absolute; left: -100vw; }
  .transcript tr { padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .transcript th, .transcript td { padding: .1rem 0; border: 0; min-width: 0; }
  .transcript th { display: inline-block; margin-right: .75rem; }
  .transcript th::before { content: "Step "; }
  .transcript td.time { display: inline-block; color: var(--quiet); }
  .transcript td:nth-child(3), .transcript td:nth-child(4) { min-width: 0; }
}
body > footer { margin-top: 3rem; padding-top: .75rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: .85rem; }
@media print {
  :root { color-scheme: light; --ground: #ffffff; --raised: #f5f7f9; --line: #b0b7be; --text: #000000; --quiet: #444444;
    --bad: #b3261e; --bad-ground: #ffffff; --good: #17692f; --good-ground: #ffffff; --open: #7a5200; --open-ground: #ffffff;
    --link: #000000; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  .skip { display: none; }
  .scroll { overflow: visible; }
  .transcript td:nth-child(3), .transcript td:nth-child(4) { min-width: 0; }
  .finding { break-before: auto; }
  .finding h3, h2, h4 { break-after: avoid; }
  .compared, tr, figure { break-inside: avoid; }
  .finding details::details-content, .kind::details-content { display: block; content-visibility: visible; height: auto; }
  .timeline { max-width: 100%; height: auto; }
}
`;
