import { parseCron } from './schedule.ts';
import { type TimeOfDay, takeTime } from './time-of-day.ts';

const midnight: TimeOfDay = { hour: 0, minute: 0 };
const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const weekday = new RegExp(`^(${days.map((day) => `${day.slice(0, 3)}(?:${day.slice(3)})?`).join('|')})s?$`);

// Words that carry no meaning of their own in "on the 1st day of each month".
const fillers = new Set(['on', 'the', 'each', 'every', 'of', 'and', 'a', 'once', 'per']);

const dates: Readonly<Record<string, string>> = {
  day: '* * *',
  daily: '* * *',
  weekday: '* * 1-5',
  weekdays: '* * 1-5',
  weekend: '* * 0,6',
  weekends: '* * 0,6',
  week: '* * 0',
  weekly: '* * 0',
  year: '1 1 *',
  yearly: '1 1 *',
  annually: '1 1 *',
};

/**
 * Turns plain English, such as "every weekday at 9:30" or "monthly on the 15th", into a cron expression of five
 * fields in UTC. An expression stays as it is.
 * @returns undefined for what it doesn't understand or what cron can't say exactly, like every 7 minutes.
 */
export function textToCron(text: string): string | undefined {
  const expression = parseCron(text);
  if (expression) return expression;
  const words = text.toLowerCase().replace(/[,&]/g, ' and ').replace(/^@/, '').trim().replace(/\s+/g, ' ');
  const interval = readInterval(words);
  if (interval) return interval;
  const { time, rest } = takeTime(words);
  const meaningful = rest.split(' ').filter((word) => word !== '' && !fillers.has(word));
  const date = meaningful.length === 0 && time ? '* * *' : readDate(meaningful);
  const { hour, minute } = time ?? midnight;
  return date && `${minute} ${hour} ${date}`;
}

/** "every minute", "every 15 minutes", "hourly", "every 6 hours". */
function readInterval(words: string): string | undefined {
  if (words === 'hourly') return '0 * * * *';
  const [, count = '1', unit] = /^(?:every|each) (?:(\d{1,2}) )?(minute|hour)s?$/.exec(words) ?? [];
  const every = Number(count);
  const span = unit === 'hour' ? 24 : 60;
  // Only a divisor keeps its distance over the end of the hour or day.
  if (!unit || every === 0 || span % every !== 0) return undefined;
  const step = every === 1 ? '*' : `*/${every}`;
  if (unit === 'minute') return every === span ? '0 * * * *' : `${step} * * * *`;
  return every === span ? '0 0 * * *' : `0 ${step} * * *`;
}

/** Day of month, month and day of week. */
function readDate(words: string[]): string | undefined {
  const [word = ''] = words;
  if (words.length === 1 && Object.hasOwn(dates, word)) return dates[word];
  return readMonthly(words) ?? readWeekly(words);
}

/** "monthly", "monthly 15th", "1st day month". */
function readMonthly(words: string[]): string | undefined {
  const rest = words.filter((word) => word !== 'month' && word !== 'monthly' && word !== 'day');
  if (!words.some((word) => word.startsWith('month')) || rest.length > 1) return undefined;
  const [, day = '1'] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(rest[0] ?? '1') ?? ['', '0'];
  return Number(day) >= 1 && Number(day) <= 31 ? `${Number(day)} * *` : undefined;
}

/** "monday friday", "weekly sunday". */
function readWeekly(words: string[]): string | undefined {
  const [first = '', ...others] = words;
  const named = first.startsWith('week') ? others : words;
  const numbers = named.map(numberOfDay);
  if (numbers.length === 0 || numbers.includes(-1)) return undefined;
  return `* * ${[...new Set(numbers)].sort().join(',')}`;
}

function numberOfDay(word: string): number {
  const [, name = ''] = weekday.exec(word) ?? [];
  return name ? days.findIndex((day) => day.startsWith(name)) : -1;
}
