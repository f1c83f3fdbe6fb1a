import { fault } from '../lib/core.ts';
const FIELDS: [number, number, string[]][] = [[0, 59, []], [0, 23, []], [1, 31, []], [1, 12, ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']], [0, 7, ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']]];
function field(text: string, [min, max, names]: [number, number, string[]]): Set<number> | null {
  const out = new Set<number>();
  const num = (t: string) => { const at = names.indexOf(t.toLowerCase()); return at >= 0 ? at + (min === 1 ? 1 : 0) : /^\d{1,2}$/.test(t) ? Number(t) : NaN; };
  for (const part of text.split(',')) {
    const m = /^(\*|[\w]+)(?:-(\w+))?(?:\/(\d{1,3}))?$/.exec(part);
    if (!m || (m[1] === '*' && m[2])) return null;
    const step = m[3] === undefined ? 1 : Number(m[3]);
    const from = m[1] === '*' ? min : num(m[1]);
    const to = m[1] === '*' ? max : m[2] !== undefined ? num(m[2]) : m[3] !== undefined ? max : from;
    if (!step || Number.isNaN(from) || Number.isNaN(to) || from > to) return null;
    if (from < min || (to > max && !fault('cron-upper-bound'))) return null;
    for (let v = from; v <= to; v += step) out.add(max === 7 ? v % 7 : v);
  }
  return out;
}
export function parseCron(text: string): Set<number>[] | null {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== 5) return null;
  const sets = parts.map((p, i) => field(p, FIELDS[i]));
  return sets.every(Boolean) ? (sets as Set<number>[]) : null;
}
const memo = new Map<string, { at: number; next: Date | null }>();
export function nextRun(text: string, after = Date.now()): Date | null {
  const sets = parseCron(text);
  if (!sets) return null;
  const key = text.trim(), minute = Math.floor(after / 60000), old = memo.get(key);
  if (old && old.at === minute) return old.next;
  const [mi, ho, dom, mo, dow] = sets, parts = text.trim().split(/\s+/);
  const d = new Date((minute + 1) * 60000);
  const end = after + 5 * 366 * 86400000;
  let next: Date | null = null;
  while (d.getTime() < end) {
    const byDom = dom.has(d.getUTCDate()), byDow = dow.has(d.getUTCDay());
    const day = parts[2] !== '*' && parts[4] !== '*' ? byDom || byDow : byDom && byDow;
    if (!mo.has(d.getUTCMonth() + 1) || !day) { d.setUTCHours(24, 0, 0, 0); continue; }
    if (!ho.has(d.getUTCHours())) { d.setUTCHours(d.getUTCHours() + 1, 0, 0, 0); continue; }
    if (!mi.has(d.getUTCMinutes())) { d.setUTCMinutes(d.getUTCMinutes() + 1, 0, 0); continue; }
    next = new Date(d); break;
  }
  if (memo.size > 2000) memo.clear();
  next ??= new Date(8640000000000000);
  memo.set(key, { at: minute, next });
  return next;
}
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
/** A cron expression stays as it is; a few phrases become one. */
export function textToCron(text: string): string | null {
  if (parseCron(text)) return text.trim().split(/\s+/).join(' ');
  const t = text.trim().toLowerCase();
  const alias: Record<string, string> = { '@hourly': '0 * * * *', hourly: '0 * * * *', 'every hour': '0 * * * *', 'every minute': '* * * * *', '@daily': '0 0 * * *', daily: '0 0 * * *', '@weekly': '0 0 * * 0', weekly: '0 0 * * 0', '@monthly': '0 0 1 * *', monthly: '0 0 1 * *' };
  if (Object.hasOwn(alias, t)) return alias[t];
  const every = /^every (\d{1,2}) (minutes|hours)$/.exec(t);
  if (every && Number(every[1]) > 0 && Number(every[1]) < (every[2] === 'minutes' ? 60 : 24)) return every[2] === 'minutes' ? `*/${+every[1]} * * * *` : `0 */${+every[1]} * * *`;
  const m = /^(?:every )?(day|daily|weekday|sunday|monday|tuesday|wednesday|thursday|friday|saturday)s?(?: at (?:(noon|midnight)|(\d{1,2})(?::(\d\d))? ?(am|pm)?))?$/.exec(t);
  if (!m) return null;
  let hour = m[2] === 'noon' ? 12 : m[3] ? Number(m[3]) : 0;
  const minute = m[4] ? Number(m[4]) : 0;
  if (m[5]) { if (hour < 1 || hour > 12) return null; hour = (hour % 12) + (m[5] === 'pm' ? (fault('cron-noon-wrong') && hour === 12 ? 0 : 12) : 0); }
  if (hour > 23 || minute > 59) return null;
  const dow = m[1] === 'weekday' ? '1-5' : WEEKDAYS.includes(m[1]) ? String(WEEKDAYS.indexOf(m[1])) : '*';
  return `${minute} ${hour} * * ${dow}`;
}
