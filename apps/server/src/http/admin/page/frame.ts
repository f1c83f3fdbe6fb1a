import { html, raw } from 'hono/html';

export type Html = ReturnType<typeof html>;

const style = raw(`
  :root {
    color-scheme: light dark;
    --text: light-dark(#1b1f24, #e6e9ee); --faint: light-dark(#57606a, #a3adb8);
    --ground: light-dark(#f4f6f8, #101418); --card: light-dark(#fff, #191f25);
    --line: light-dark(#d5dbe1, #333c45); --bar: light-dark(#2765c4, #7fb0ff); --bad: light-dark(#b3261e, #ff9d94);
  }
  * { box-sizing: border-box; }
  body { margin: 0; padding: 1rem; background: var(--ground); color: var(--text); font: 15px/1.45 system-ui, sans-serif; }
  header, main { max-width: 76rem; margin: 0 auto; }
  header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin-bottom: 1rem; }
  h1 { font-size: 1.3rem; margin: 0 auto 0 0; }
  h2 { font-size: 1rem; margin: 0 0 .5rem; }
  p { margin: .25rem 0; }
  .faint { color: var(--faint); }
  .bad { color: var(--bad); }
  main { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 1rem; align-items: start; }
  section { min-width: 0; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; }
  .wide { grid-column: 1 / -1; }
  table { width: 100%; border-collapse: collapse; margin-top: .5rem; }
  caption { text-align: left; color: var(--faint); }
  th, td { text-align: left; font-weight: normal; padding: .2rem 0; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
  td:last-child:not(:first-child) { text-align: right; padding-left: 1rem; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
  .texts td:last-child { text-align: left; overflow-wrap: anywhere; }
  svg { display: block; width: 100%; height: 7rem; border-bottom: 1px solid var(--line); }
  .axis { display: flex; justify-content: space-between; }
  rect { fill: var(--bar); }
  a { color: var(--bar); }
  button, input { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .35rem; padding: .3rem .8rem; }
  input { border-color: var(--faint); }
  form { margin: 0; }
  .sign-in { display: block; max-width: 26rem; }
  .sign-in input { display: block; width: 100%; margin: .25rem 0 1rem; }
  :focus-visible { outline: 2px solid var(--bar); outline-offset: 2px; }
`);

/** A whole page of the operator's. What it is given as text is shown as text. */
export function frame({
  actions = '' as Html | string,
  content,
}: {
  actions?: Html | string;
  content: Html;
}): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Agent Workers server</title>
    <link rel="icon" href="data:," />
    <style>${style}</style>
  </head>
  <body>
    <header><h1>Agent Workers server</h1>${actions}</header>
    ${content}
  </body>
</html>`;
}
