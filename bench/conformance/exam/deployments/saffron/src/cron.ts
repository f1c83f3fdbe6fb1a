// Cron expressions: five fields in UTC.
import { F } from './support.ts';
const NAMES: Record<string, number> = { sun: 0, mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6 };
const MONTHS: Record<string, number> = Object.fromEntries('jan feb mar apr may jun jul aug sep oct nov dec'.split(' ').map((m, i) => [m, i + 1]));
const RANGES = [[0, 59], [0, 23], [1, 31], [1, 12], [0, 7]];
function field(text: string, i: number): Set<number> | null {
  let [min, max] = RANGES[i];
  if (i === 0 && F('cron-minute-60-taken')) max = 60;
  const names = i === 3 ? MONTHS : i === 4 ? NAMES : {}, out = new Set<number>();
  const num = (s: string) => names[s.toLowerCase()] ?? (/^\d{1,2}$/.test(s) ? Number(s) : NaN);
  for (const part of text.split(',')) {
    const m = /^(\*|[a-z0-9]+)(?:-([a-z0-9]+))?(?:\/(\d{1,2}))?$/i.exec(part);
    if (!m || (m[1] === '*' && m[2])) return null;
    const step = m[3] ? Number(m[3]) : 1, from = m[1] === '*' ? min : num(m[1]);
    const to = m[1] === '*' ? max : m[2] ? num(m[2]) : m[3] ? max : from;
    if (!(from >= min && to <= max && from <= to && step >= 1)) return null;
    for (let v = from; v <= to; v += step) out.add(i === 4 ? v % 7 : v);
  }
  return out;
}
export function parseCron(s: string): Set<number>[] | null {
  const parts = s.trim().split(/\s+/);
  if (parts.length !== 5) return null;
  const sets = parts.map(field);
  return sets.every(Boolean) ? (sets as Set<number>[]) : null;
}
export function nextRun(s: string, from = Date.now()): number | null {
  const sets = parseCron(s);
  if (!sets) return null;
  const [, , dom, , dow] = s.trim().split(/\s+/);
  let t = Math.floor(from / 60000) * 60000 + 60000;
  const end = t + 5 * 366 * 86400000;
  while (t < end) {
    const d = new Date(t), inDom = sets[2].has(d.getUTCDate()), inDow = sets[4].has(d.getUTCDay());
    const day = dom !== '*' && dow !== '*' ? inDom || inDow : inDom && inDow;
    if (!sets[3].has(d.getUTCMonth() + 1) || !day) { t = Math.floor(t / 86400000) * 86400000 + 86400000; continue; }
    if (!sets[1].has(d.getUTCHours())) { t = Math.floor(t / 3600000) * 3600000 + 3600000; continue; }
    if (!sets[0].has(d.getUTCMinutes())) { t += 60000; continue; }
    return t;
  }
  return null;
}
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
/** Words, a macro or an expression to an expression. */
export function toCron(text: string): string | null {
  const s = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (parseCron(s)) return s;
  const macros: any = { '@hourly': '0 * * * *', '@daily': '0 0 * * *', '@midnight': '0 0 * * *', '@weekly': '0 0 * * 0', '@monthly': '0 0 1 * *', '@yearly': '0 0 1 1 *', 'every minute': '* * * * *', 'every hour': '0 * * * *', 'hourly': '0 * * * *', 'daily': '0 0 * * *', 'weekly': '0 0 * * 0', 'monthly': '0 0 1 * *' };
  if (macros[s]) return macros[s];
  let m = /^every (\d{1,2}) (minute|hour)s?$/.exec(s);
  if (m) { const n = Number(m[1]), max = m[2] === 'minute' ? 59 : 23; return n >= 1 && n <= max ? (m[2] === 'minute' ? `*/${n} * * * *` : `0 */${n} * * *`) : null; }
  m = /^every (day|weekday|week|sunday|monday|tuesday|wednesday|thursday|friday|saturday)(?: at (\d{1,2})(?::(\d\d))? ?(am|pm)?)?$/.exec(s);
  if (!m) return null;
  let h = m[2] ? Number(m[2]) : 0; const min = m[3] ? Number(m[3]) : 0;
  if (m[4]) { if (h < 1 || h > 12) return null; h = (h % 12) + (m[4] === 'pm' ? 12 : 0); }
  if (h > 23 || min > 59) return null;
  return `${min} ${h} * * ${m[1] === 'day' ? '*' : m[1] === 'weekday' ? '1-5' : m[1] === 'week' ? '1' : DAYS.indexOf(m[1])}`;
}
