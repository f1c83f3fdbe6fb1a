'use strict';
// Cron expressions of five fields, in UTC, and plain words for them.
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MACROS = { '@hourly': '0 * * * *', '@daily': '0 0 * * *', '@midnight': '0 0 * * *', '@weekly': '0 0 * * 0', '@monthly': '0 0 1 * *', '@yearly': '0 0 1 1 *', '@annually': '0 0 1 1 *' };
const FIELDS = [[0, 59, null, 0], [0, 23, null, 0], [1, 31, null, 0], [1, 12, MONTHS, 1], [0, 7, DAYS, 0]];

function field(text, [min, max, names, base]) {
  const value = (s) => {
    if (/^\d{1,2}$/.test(s)) { const n = Number(s); return n >= min && n <= max ? n : null; }
    const k = names ? names.indexOf(s.toLowerCase()) : -1;
    return k < 0 ? null : k + base;
  };
  const set = new Set();
  for (const part of text.split(',')) {
    const m = /^(\*|[0-9a-z]+(?:-[0-9a-z]+)?)(?:\/(\d{1,2}))?$/i.exec(part);
    if (!m) return null;
    const step = m[2] === undefined ? 1 : Number(m[2]);
    if (step < 1) return null;
    let lo, hi;
    if (m[1] === '*') { lo = min; hi = max; } else if (m[1].includes('-')) {
      [lo, hi] = m[1].split('-').map(value);
    } else { lo = value(m[1]); hi = m[2] === undefined ? lo : max; }
    if (lo === null || hi === null || lo > hi) return null;
    for (let v = lo; v <= hi; v += step) set.add(v);
  }
  return set;
}
function parse(expr) {
  const text = expr.trim();
  const fields = (MACROS[text.toLowerCase()] || text).split(/\s+/);
  if (fields.length !== 5) return null;
  const sets = fields.map((f, i) => field(f, FIELDS[i]));
  if (sets.includes(null)) return null;
  if (sets[4].has(7)) sets[4].add(0);
  return { sets, domAny: fields[2] === '*', dowAny: fields[4] === '*', text: fields.join(' ') };
}
function nextAfter(c, ms) {
  const [mi, h, dom, mo, dow] = c.sets;
  const minutes = [...mi].sort((a, b) => a - b);
  const hours = [...h].sort((a, b) => a - b);
  const start = Math.floor(ms / 86400000) * 86400000;
  for (let d = 0; d < 366 * 8; d++) {
    const day = new Date(start + d * 86400000);
    if (!mo.has(day.getUTCMonth() + 1)) continue;
    const a = dom.has(day.getUTCDate());
    const b = dow.has(day.getUTCDay());
    if (!(c.domAny || c.dowAny ? a && b : a || b)) continue;
    for (const hh of hours) for (const mm of minutes) {
      const t = +day + hh * 3600000 + mm * 60000;
      if (t > ms) return t;
    }
  }
  return null;
}

function clockOf(words) {
  const m = /\bat (\d{1,2})(?::(\d\d))? ?(am|pm)?\b/.exec(words);
  if (/\bat noon\b/.test(words)) return [12, 0];
  if (!m) return [9, 0];
  let h = Number(m[1]);
  if (m[3] === 'pm' && h < 12) h += 12;
  if (m[3] === 'am' && h === 12) h = 0;
  const mi = Number(m[2] || 0);
  return h < 24 && mi < 60 ? [h, mi] : null;
}
// "every monday at 9am" -> "0 9 * * 1"; null for words that say no time.
function fromWords(text) {
  const w = text.trim().toLowerCase().replace(/\s+/g, ' ');
  let m;
  if ((m = /^every (\d{1,2}) minutes?$/.exec(w)) && +m[1] > 0 && +m[1] < 60) return `*/${+m[1]} * * * *`;
  if (/^every minute$/.test(w)) return '* * * * *';
  if (/^(every hour|hourly)$/.test(w)) return '0 * * * *';
  if ((m = /^every (\d{1,2}) hours?$/.exec(w)) && +m[1] > 0 && +m[1] < 24) return `0 */${+m[1]} * * *`;
  const at = clockOf(w);
  if (!at) return null;
  const bare = w.replace(/ ?\bat .*$/, '').trim();
  const head = `${at[1]} ${at[0]}`;
  if (/^(every day|daily)$/.test(bare)) return `${head} * * *`;
  if (/^(every weekday|weekdays|on weekdays)$/.test(bare)) return `${head} * * 1-5`;
  if (/^(every week|weekly)$/.test(bare)) return `${head} * * 1`;
  if (/^(every month|monthly)$/.test(bare)) return `${head} 1 * *`;
  if ((m = /^(?:every|on) (sun|mon|tues?|wednes|thurs?|fri|satur)days?$/.exec(bare))) return `${head} * * ${DAYS.indexOf(m[1].slice(0, 3))}`;
  return null;
}
module.exports = { parse, nextAfter, fromWords };
