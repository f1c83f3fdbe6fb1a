import { html } from 'hono/html';
import type { Count } from '../../../store/overview-repository.ts';
import { frame, type Html } from './frame.ts';
import { ago, bytes, number, seconds, time } from './in-words.ts';
import type { Overview } from './overview.ts';

/** What an operator would rather look at than read; without a script. */
export function operatorPage(overview: Overview): Html {
  const actions = html`<span class="faint">${time(overview.at)}</span> <a href="./">Reload</a>
    <form method="post" action="sign-out"><button>Sign out</button></form>`;
  const content = html`<main>
    ${runs(overview)} ${queue(overview)} ${jobs(overview)} ${turns(overview)} ${users(overview)} ${storage(overview)}
    ${pool(overview)} ${process(overview)} ${errors(overview)}
  </main>`;
  return frame({ actions, content });
}

function runs({ runsByHour }: Overview): Html {
  const most = Math.max(1, ...runsByHour.map(({ count }) => count));
  const total = runsByHour.reduce((sum, { count }) => sum + count, 0);
  const label = `${number(total)} in 24 hours, at most ${number(most)} in an hour`;
  const bars = runsByHour.map(({ count }, index) => {
    const height = (count / most) * 100;
    return html`<rect x="${index * 10 + 1}" y="${100 - height}" width="8" height="${height}" />`;
  });
  const hours = runsByHour.map(({ hour, count }) => ({ name: time(hour), value: number(count) }));
  return html`<section class="wide">
    <h2>Runs</h2>
    <p>${total === 0 ? 'None in 24 hours' : label}</p>
    <svg viewBox="0 0 240 100" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>
    <p class="axis faint"><span>24 hours ago</span><span>now</span></p>
    <details><summary>By hour</summary>${table('Runs that began', hours)}</details>
  </section>`;
}

function queue({ queue: { waiting, oldestWaiting, schedules }, process, at }: Overview): Html {
  return card('Queue', [
    { name: 'Jobs that wait', value: number(waiting) },
    { name: 'The first of them waits', value: oldestWaiting ? ago(oldestWaiting, at) : 'none waits' },
    { name: 'Programs that wait here', value: number(process.programsWaiting) },
    { name: 'Schedules', value: number(schedules) },
  ]);
}

function jobs({ queue: { waiting, begun }, jobs }: Overview): Html {
  const ended = jobs.filter(({ name }) => name !== 'running');
  return html`<section>
    <h2>Jobs</h2>
    ${table('Now', [
      { name: 'waiting', value: number(waiting) },
      { name: 'begun', value: number(begun) },
    ])}
    ${table('Ended, of runs of 24 hours', ended.map(asRow))}
  </section>`;
}

function turns({ turns }: Overview): Html {
  return html`<section><h2>Turns</h2>${table('Of runs of 24 hours', turns.map(asRow))}</section>`;
}

function users({ users: { tiers, newInWeek, busiest } }: Overview): Html {
  return html`<section>
    <h2>Users</h2>
    ${table('By tier', [...tiers.map(asRow), { name: 'new in 7 days', value: number(newInWeek) }])}
    ${table('Most runs in 24 hours', busiest.map(asRow))}
  </section>`;
}

function storage({ storage: { place, bytes: all, tables } }: Overview): Html {
  return html`<section>
    <h2>Storage</h2>
    <p>${bytes(all)}</p>
    <p class="faint">${place}</p>
    ${table(
      'Largest tables',
      tables.map((one) => ({ name: one.name, value: bytes(one.bytes) })),
    )}
  </section>`;
}

function pool({ pool }: Overview): Html {
  const content = pool
    ? table('Of this process', [
        { name: 'busy', value: number(pool.busy) },
        { name: 'idle', value: number(pool.idle) },
        { name: 'queries that wait for one', value: number(pool.waiting) },
      ])
    : html`<p class="faint">The embedded database has one connection.</p>`;
  return html`<section><h2>Database connections</h2>${content}</section>`;
}

function process({ process }: Overview): Html {
  return card('This process', [
    { name: 'up for', value: seconds(process.uptime) },
    { name: 'memory', value: bytes(process.memory) },
    { name: 'turns under way', value: number(process.turnsRunning) },
    { name: 'jobs under way', value: number(process.jobsRunning) },
    { name: 'programs under way', value: number(process.programsRunning) },
    ...process.requests.map(({ name, count }) => ({ name: `answers ${name}`, value: number(count) })),
  ]);
}

function errors({ process: { recentErrors } }: Overview): Html {
  const rows = recentErrors.map(
    ({ at, sentence, reason }) => html`<tr><td>${time(at)}</td><td>${sentence} ${reason}</td></tr>`,
  );
  const content =
    rows.length === 0
      ? html`<p class="faint">None since this process began.</p>`
      : html`<table class="texts"><caption>The last of this process, newest first</caption>
          <thead><tr><th scope="col">Time</th><th scope="col">What went wrong</th></tr></thead>
          <tbody>${rows}</tbody></table>`;
  return html`<section class="wide"><h2>Errors inside</h2>${content}</section>`;
}

interface Row {
  name: string;
  value: string;
}

const asRow = ({ name, count }: Count): Row => ({ name, value: number(count) });

function card(title: string, rows: readonly Row[]): Html {
  return html`<section><h2>${title}</h2>${table('', rows)}</section>`;
}

function table(caption: string, rows: readonly Row[]): Html {
  if (rows.length === 0) return html`<p class="faint">${caption}: none</p>`;
  const lines = rows.map(({ name, value }) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`);
  return html`<table>${caption && html`<caption>${caption}</caption>`}<tbody>${lines}</tbody></table>`;
}
