import { fault } from "./faults";

const FIELDS = [[0, 59], [0, 23], [1, 31], [1, 12], [0, 7]] as const;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const MACROS: Record<string, string> = { "@hourly": "0 * * * *", "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@weekly": "0 0 * * 0", "@monthly": "0 0 1 * *", "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *" };

function value(text: string, i: number): number {
  const t = text.toLowerCase();
  if (i === 3 && MONTHS.includes(t)) return MONTHS.indexOf(t) + 1;
  if (i === 4 && DAYS.includes(t)) return DAYS.indexOf(t);
  return /^\d{1,2}$/.test(t) ? Number(t) : NaN;
}
function field(text: string, i: number): Set<number> | null {
  const [min, max] = FIELDS[i]!;
  const out = new Set<number>();
  for (const part of text.split(",")) {
    const m = /^(\*|\w+(?:-\w+)?)(?:\/(\d{1,2}))?$/.exec(part);
    if (!m) return null;
    const step = m[2] === undefined ? 1 : Number(m[2]);
    if (step < 1) return null;
    let lo: number = min, hi: number = max;
    if (m[1] !== "*") {
      const ends = m[1]!.split("-");
      lo = value(ends[0]!, i);
      hi = ends[1] !== undefined ? value(ends[1], i) : m[2] !== undefined ? max : lo;
    }
    if (Number.isNaN(lo) || Number.isNaN(hi)) return null;
    if (!fault("cron-out-of-range") && (lo < min || hi > max || lo > hi)) return null;
    for (let n = lo; n <= hi; n += step) out.add(i === 4 ? n % 7 : n);
  }
  return out;
}
export interface Cron { text: string; sets: Set<number>[]; anyDay: boolean; anyWeekday: boolean }
export function parseCron(input: unknown): Cron | null {
  if (typeof input !== "string") return null;
  const text = MACROS[input.trim().toLowerCase()] ?? input.trim();
  const parts = text.split(/\s+/);
  if (parts.length !== 5) return null;
  const sets = parts.map(field);
  if (sets.some((s) => s === null)) return null;
  return { text: parts.join(" "), sets: sets as Set<number>[], anyDay: parts[2]!.startsWith("*"), anyWeekday: parts[4]!.startsWith("*") };
}

/** Next minute (UTC) after `after` that fits, within five years. */
export function nextRun(cron: Cron, after: number): number | null {
  const [minute, hour, day, month, weekday] = cron.sets as [Set<number>, Set<number>, Set<number>, Set<number>, Set<number>];
  const d = new Date((Math.floor(after / 60) + 1) * 60_000);
  const end = d.getTime() + 5 * 366 * 86_400_000;
  while (d.getTime() < end) {
    const byDay = day.has(d.getUTCDate()), byWeek = weekday.has(d.getUTCDay());
    const dayFits = cron.anyDay || cron.anyWeekday ? byDay && byWeek : byDay || byWeek;
    if (!month.has(d.getUTCMonth() + 1) || !dayFits) d.setUTCHours(24, 0, 0, 0);
    else if (!hour.has(d.getUTCHours())) d.setUTCHours(d.getUTCHours() + 1, 0, 0, 0);
    else if (!minute.has(d.getUTCMinutes())) d.setUTCMinutes(d.getUTCMinutes() + 1, 0, 0);
    else return Math.floor(d.getTime() / 1000);
  }
  return null;
}

/** A cron expression as it is, or one for a few plain phrases ("every monday at 9:30"). */
export function toCron(text: string): Cron | null {
  const direct = parseCron(text);
  if (direct) return direct;
  const t = text.trim().toLowerCase().replace(/\s+/g, " ");
  const every = /^every (\d{1,2}) (minutes?|hours?)$/.exec(t);
  if (every) return parseCron(every[2]!.startsWith("m") ? `*/${every[1]} * * * *` : `0 */${every[1]} * * *`);
  if (t === "every minute") return parseCron("* * * * *");
  if (t === "every hour" || t === "hourly") return parseCron("0 * * * *");
  const m = /^(?:every )?(day|daily|weekday|weekdays|sunday|monday|tuesday|wednesday|thursday|friday|saturday|month|monthly)(?: at (\d{1,2})(?::(\d\d))? ?(am|pm)?)?$/.exec(t);
  if (!m) return null;
  let hour = m[2] === undefined ? 0 : Number(m[2]);
  if (m[4] && (hour < 1 || hour > 12)) return null;
  if (m[4]) hour = (hour % 12) + (m[4] === "pm" ? 12 : 0);
  const what = m[1]!, at = `${Number(m[3] ?? 0)} ${hour}`;
  if (what.startsWith("month")) return parseCron(`${at} 1 * *`);
  if (what.startsWith("weekday")) return parseCron(`${at} * * 1-5`);
  return parseCron(what.startsWith("da") ? `${at} * * *` : `${at} * * ${DAYS.indexOf(what.slice(0, 3))}`);
}
