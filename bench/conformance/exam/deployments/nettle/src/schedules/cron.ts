const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const FULL_DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const FIELDS: { min: number; max: number; names?: string[] }[] = [
  { min: 0, max: 59 }, { min: 0, max: 23 }, { min: 1, max: 31 }, { min: 1, max: 12, names: MONTHS }, { min: 0, max: 7, names: DAYS },
];

function field(text: string, i: number, lenient = false): Set<number> | null {
  const { min, max, names } = FIELDS[i];
  const one = (t: string): number | null => {
    const named = names?.indexOf(t.toLowerCase()) ?? -1;
    if (named >= 0) return named + (i === 3 ? 1 : 0);
    if (!/^\d{1,2}$/.test(t)) return null;
    const n = Number(t);
    return lenient || (n >= min && n <= max) ? n : null;
  };
  const out = new Set<number>();
  for (const part of text.split(',')) {
    const m = /^(\*|[^/-]+)(?:-([^/-]+))?(?:\/(\d{1,2}))?$/.exec(part);
    if (!m) return null;
    const step = m[3] === undefined ? 1 : Number(m[3]);
    if (step < 1) return null;
    let from: number | null;
    let to: number | null;
    if (m[1] === '*') {
      if (m[2] !== undefined) return null;
      [from, to] = [min, max];
    } else {
      from = one(m[1]);
      to = m[2] !== undefined ? one(m[2]) : m[3] !== undefined ? max : from;
    }
    if (from === null || to === null || from > to) return null;
    for (let n = from; n <= to; n += step) out.add(i === 4 && n === 7 ? 0 : n);
  }
  return out;
}

export interface Cron { text: string; sets: Set<number>[]; anyDay: boolean; anyWeekday: boolean; }

export function parseCron(text: string, lenient = false): Cron | null {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== 5) return null;
  const sets = parts.map((p, i) => field(p, i, lenient));
  if (sets.some((s) => s === null)) return null;
  return { text: parts.join(' '), sets: sets as Set<number>[], anyDay: parts[2] === '*', anyWeekday: parts[4] === '*' };
}

/** The next minute (UTC) after this moment, or null where there is none in four years. */
export function nextRun(cron: Cron, after: number): number | null {
  const [minutes, hours, days, months, weekdays] = cron.sets;
  const start = new Date(after);
  for (let d = 0; d < 366 * 4 + 1; d++) {
    const day = Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate() + d);
    const date = new Date(day);
    if (!months.has(date.getUTCMonth() + 1)) continue;
    const inDays = days.has(date.getUTCDate());
    const inWeek = weekdays.has(date.getUTCDay());
    const fits = cron.anyDay || cron.anyWeekday ? inDays && inWeek : inDays || inWeek;
    if (!fits) continue;
    for (let h = 0; h < 24; h++) {
      if (!hours.has(h)) continue;
      for (let m = 0; m < 60; m++) {
        const at = day + (h * 60 + m) * 60_000;
        if (minutes.has(m) && at > after) return at;
      }
    }
  }
  return null;
}

/** A cron expression as it is, or plain English made into one. */
export function textToCron(text: string, lenient = false): string | null {
  const asIs = parseCron(text, lenient);
  if (asIs) return asIs.text;
  const t = text.trim().toLowerCase().replace(/\s+/g, ' ');
  let m: RegExpExecArray | null;
  if (t === 'every minute') return '* * * * *';
  if (t === 'hourly' || t === 'every hour') return '0 * * * *';
  if ((m = /^every (\d{1,2}) minutes$/.exec(t)) && +m[1] >= 1 && +m[1] <= 59) return `*/${+m[1]} * * * *`;
  if ((m = /^every (\d{1,2}) hours$/.exec(t)) && +m[1] >= 1 && +m[1] <= 23) return `0 */${+m[1]} * * *`;
  m = /^(daily|every day|weekdays|every weekday|weekly|monthly|every month|every (?:sunday|monday|tuesday|wednesday|thursday|friday|saturday))(?: at (noon|midnight|\d{1,2}(?::\d{2})? ?(?:am|pm)?))?$/.exec(t);
  if (!m) return null;
  let hour = 0;
  let minute = 0;
  if (m[2] === 'noon') hour = 12;
  else if (m[2] && m[2] !== 'midnight') {
    const c = /^(\d{1,2})(?::(\d{2}))? ?(am|pm)?$/.exec(m[2])!;
    hour = +c[1];
    minute = c[2] ? +c[2] : 0;
    if (c[3] && (hour < 1 || hour > 12)) return null;
    if (c[3]) hour = (hour % 12) + (c[3] === 'pm' ? 12 : 0);
    if (hour > 23 || minute > 59) return null;
  }
  if (/day$|^daily$|^weekdays$/.test(m[1])) {
    const named = FULL_DAYS.indexOf(m[1].replace(/^every /, ''));
    if (named >= 0) return `${minute} ${hour} * * ${named}`;
    if (/weekday/.test(m[1])) return `${minute} ${hour} * * 1-5`;
    return `${minute} ${hour} * * *`;
  }
  if (m[1] === 'weekly') return `${minute} ${hour} * * 1`;
  return `${minute} ${hour} 1 * *`;
}
