// Five fields; names of months and days; next run in UTC.
const FIELDS = [['minute', 0, 59], ['hour', 0, 23], ['day', 1, 31], ['month', 1, 12, 'jan feb mar apr may jun jul aug sep oct nov dec'], ['weekday', 0, 7, 'sun mon tue wed thu fri sat']];
const MACROS = { '@yearly': '0 0 1 1 *', '@annually': '0 0 1 1 *', '@monthly': '0 0 1 * *', '@weekly': '0 0 * * 0', '@daily': '0 0 * * *', '@hourly': '0 * * * *' };

function field(text, [, min, max, names]) {
  const set = new Set();
  const list = names?.split(' ');
  const value = (t) => {
    const i = list ? list.indexOf(t.toLowerCase()) : -1;
    if (i >= 0) return i + (min === 1 ? 1 : 0);
    return /^\d{1,2}$/.test(t) && Number(t) >= min && Number(t) <= max ? Number(t) : NaN;
  };
  for (const part of text.split(',')) {
    const m = /^(\*|[\w]+(?:-[\w]+)?)(?:\/(\d{1,2}))?$/.exec(part);
    if (!m) return null;
    const step = m[2] === undefined ? 1 : Number(m[2]);
    let [a, b] = m[1] === '*' ? [min, max] : m[1].split('-').map(value);
    if (b === undefined) b = m[2] === undefined ? a : max;
    if (!(step > 0) || Number.isNaN(a) || Number.isNaN(b) || a > b) return null;
    for (let i = a; i <= b; i += step) set.add(i);
  }
  return set;
}
export function parseCron(text) {
  const words = (MACROS[text.trim().toLowerCase()] || text.trim()).split(/\s+/);
  if (words.length !== 5) return null;
  const sets = words.map((w, i) => field(w, FIELDS[i]));
  if (sets.some((s) => !s)) return null;
  if (sets[4].has(7)) sets[4].add(0);
  return { text: words.join(' '), sets, words };
}
export function nextRun(cron, from = new Date()) {
  const [min, hour, day, month, week] = cron.sets;
  const any = (i) => cron.words[i].startsWith('*');
  const hours = [...hour].sort((a, b) => a - b), mins = [...min].sort((a, b) => a - b);
  for (let d = 0; d < 1500; d++) {
    const at = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate() + d));
    if (!month.has(at.getUTCMonth() + 1)) continue;
    const byDay = day.has(at.getUTCDate()), byWeek = week.has(at.getUTCDay());
    if (!(any(2) || any(4) ? byDay && byWeek : byDay || byWeek)) continue;
    for (const h of hours) for (const m of mins) {
      const t = at.getTime() + h * 36e5 + m * 6e4;
      if (t > from.getTime()) return new Date(t).toISOString().slice(0, 19) + '.000000+00:00';
    }
  }
  return null;
}
const DAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
// "every day at 9", "every monday at 10:30", "every 5 minutes", "hourly"
export function fromWords(text) {
  const t = text.trim().toLowerCase();
  let m = /^every (\d{1,2}) (minutes?|hours?)$/.exec(t);
  if (m) return m[2].startsWith('m') ? `*/${m[1]} * * * *` : `0 */${m[1]} * * *`;
  if (t === 'every minute') return '* * * * *';
  if (t === 'hourly' || t === 'every hour') return '0 * * * *';
  m = /^(?:every )?(day|daily|weekday|monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?(?: at (\d{1,2})(?::(\d\d))? ?(am|pm)?)?$/.exec(t);
  if (!m) return null;
  const hour = m[2] === undefined ? 0 : (Number(m[2]) % (m[4] ? 12 : 24)) + (m[4] === 'pm' ? 12 : 0);
  const day = m[1] === 'weekday' ? '1-5' : DAYS.includes(m[1]) ? DAYS.indexOf(m[1]) : '*';
  return `${Number(m[3] || 0)} ${hour} * * ${day}`;
}
