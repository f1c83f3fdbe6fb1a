// Cron expressions of five fields, in UTC, and the words that we make some from.

const NAMES = {
  month: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  weekday: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
};

const FIELDS = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12 },
  { name: 'weekday', min: 0, max: 7 },
];

function numberOf(text, { name, min, max }) {
  const named = NAMES[name]?.indexOf(text.toLowerCase()) ?? -1;
  if (named >= 0) return name === 'month' ? named + 1 : named;
  const number = /^\d{1,2}$/.test(text) ? Number(text) : NaN;
  return number >= min && number <= max ? number : undefined;
}

/** The numbers that one part of a field stands for, or undefined. */
function numbersOf(part, field) {
  const [range, step, ...more] = part.split('/');
  if (more.length > 0 || (step !== undefined && !/^[1-9]\d?$/.test(step))) return undefined;
  const ends = range === '*' ? [String(field.min), String(field.max)] : range.split('-');
  if (ends.length > 2) return undefined;
  const first = numberOf(ends[0], field);
  const last = ends.length === 2 ? numberOf(ends[1], field) : step === undefined ? first : field.max;
  if (first === undefined || last === undefined || last < first) return undefined;
  const numbers = [];
  for (let number = first; number <= last; number += Number(step ?? 1)) numbers.push(number);
  return numbers;
}

function fieldSet(text, field) {
  const numbers = new Set();
  for (const part of text.split(',')) {
    const found = numbersOf(part, field);
    if (!found) return undefined;
    for (const number of found) numbers.add(field.name === 'weekday' ? number % 7 : number);
  }
  return numbers;
}

/** What a cron expression means, or undefined when it is none. */
export function parseCron(text) {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== 5) return undefined;
  const sets = parts.map((part, index) => fieldSet(part, FIELDS[index]));
  if (sets.includes(undefined)) return undefined;
  const [minute, hour, day, month, weekday] = sets;
  return { minute, hour, day, month, weekday, everyDay: parts[2].startsWith('*'), everyWeekday: parts[4].startsWith('*') };
}

/** Whether the moment (a Date) is one that the cron expression names. */
export function isDue(cron, date) {
  const onDay = cron.day.has(date.getUTCDate());
  const onWeekday = cron.weekday.has(date.getUTCDay());
  const dayFits = cron.everyDay || cron.everyWeekday ? onDay && onWeekday : onDay || onWeekday;
  return dayFits && cron.minute.has(date.getUTCMinutes()) && cron.hour.has(date.getUTCHours()) && cron.month.has(date.getUTCMonth() + 1);
}

const DAYS = {
  day: '*', weekday: '1-5', weekend: '6,0', monday: '1', tuesday: '2', wednesday: '3', thursday: '4', friday: '5', saturday: '6', sunday: '0',
};

/** A cron expression for some words, such as "every monday at 8:30"; a cron expression is itself. */
export function cronOf(text) {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (parseCron(words)) return text.trim().replace(/\s+/g, ' ');
  const often = /^every(?: (\d{1,2}))? (minute|hour)s?$/.exec(words);
  if (often) {
    const step = often[1] === undefined ? '*' : `*/${Number(often[1])}`;
    const cron = often[2] === 'minute' ? `${step} * * * *` : `0 ${step} * * *`;
    return parseCron(cron) && cron;
  }
  const daily = /^(?:every )?(\w+?)s?(?: at (\d{1,2})(?::(\d\d))?(am|pm)?)?$/.exec(words.replace(/^daily/, 'every day'));
  if (!daily || !Object.hasOwn(DAYS, daily[1])) return undefined;
  const [, day, hour = '9', minute = '0', half] = daily;
  const shift = half === 'pm' && Number(hour) < 12 ? 12 : half === 'am' && Number(hour) === 12 ? -12 : 0;
  const cron = `${Number(minute)} ${Number(hour) + shift} * * ${DAYS[day]}`;
  return parseCron(cron) && cron;
}
