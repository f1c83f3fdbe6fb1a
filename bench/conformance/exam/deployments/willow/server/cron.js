// Five-field cron, in UTC.
const NAMES = { 3: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'], 4: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] };
const RANGE = [[0, 59], [0, 23], [1, 31], [1, 12], [0, 7]];
const number = (t, i) => {
  const k = NAMES[i]?.indexOf(t.toLowerCase()) ?? -1;
  if (k >= 0) return i === 3 ? k + 1 : k;
  return /^\d{1,2}$/.test(t) ? Number(t) : NaN;
};
export function parseCron(text) {
  if (typeof text !== 'string') return null;
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 5) return null;
  const sets = [];
  for (let i = 0; i < 5; i++) {
    const [lo, hi] = RANGE[i]; const set = new Set();
    for (const part of fields[i].split(',')) {
      const m = /^(\*|[a-z0-9]+(?:-[a-z0-9]+)?)(?:\/(\d{1,3}))?$/i.exec(part);
      if (!m) return null;
      let a = lo; let b = hi;
      if (m[1] !== '*') {
        const [x, y] = m[1].split('-');
        a = number(x, i); b = y === undefined ? (m[2] ? hi : a) : number(y, i);
        if (Number.isNaN(a) || Number.isNaN(b) || a < lo || b > hi || a > b) return null;
      }
      const step = m[2] === undefined ? 1 : Number(m[2]);
      if (step < 1) return null;
      for (let v = a; v <= b; v += step) set.add(i === 4 && v === 7 ? 0 : v);
    }
    sets.push(set);
  }
  return { sets, anyDom: fields[2].startsWith('*'), anyDow: fields[4].startsWith('*'), text: fields.join(' ') };
}
const dayFits = (c, d) => {
  if (!c.sets[3].has(d.getUTCMonth() + 1)) return false;
  const dom = c.sets[2].has(d.getUTCDate()); const dow = c.sets[4].has(d.getUTCDay());
  return c.anyDom || c.anyDow ? dom && dow : dom || dow;
};
export const cronFits = (c, ms) => { const d = new Date(ms); return c.sets[0].has(d.getUTCMinutes()) && c.sets[1].has(d.getUTCHours()) && dayFits(c, d); };
export function nextRun(c, from) {
  const start = Math.floor(from / 60000) * 60000 + 60000;
  const day = new Date(start); day.setUTCHours(0, 0, 0, 0);
  for (let n = 0; n < 1500; n++) {
    const d = new Date(day.getTime() + n * 86400000);
    if (!dayFits(c, d)) continue;
    for (let h = 0; h < 24; h++) {
      if (!c.sets[1].has(h)) continue;
      for (let m = 0; m < 60; m++) if (c.sets[0].has(m)) { const t = d.getTime() + (h * 60 + m) * 60000; if (t >= start) return t; }
    }
  }
  return null;
}
export function fromWords(text) {
  const t = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (t === 'every minute') return '* * * * *';
  if (t === 'hourly' || t === 'every hour') return '0 * * * *';
  if (t === 'weekly') return '0 0 * * 0';
  if (t === 'monthly') return '0 0 1 * *';
  let m = /^every (\d{1,2}) minutes$/.exec(t);
  if (m && m[1] >= 1 && m[1] < 60) return `*/${Number(m[1])} * * * *`;
  m = /^(daily|every day|weekdays|every weekday|(?:every )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?)(?: at (\d{1,2})(?::(\d\d))? ?(am|pm)?)?$/.exec(t);
  if (!m) return null;
  let h = Number(m[2] ?? 0); const min = Number(m[3] ?? 0);
  if (m[4]) { if (h < 1 || h > 12) return null; h = (h % 12) + (m[4] === 'pm' ? 12 : 0); }
  if (h > 23 || min > 59) return null;
  const day = m[1].replace('every ', '').slice(0, 3);
  const dow = day === 'wee' ? '1-5' : NAMES[4].indexOf(day);
  return `${min} ${h} * * ${dow === -1 ? '*' : dow}`;
}
