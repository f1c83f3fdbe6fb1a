/** A time in the 24-hour clock. */
export interface TimeOfDay {
  hour: number;
  minute: number;
}

const named: Readonly<Record<string, TimeOfDay>> = {
  noon: { hour: 12, minute: 0 },
  midday: { hour: 12, minute: 0 },
  midnight: { hour: 0, minute: 0 },
};
// A bare number is a time only after "at": in "the 15 of each month" it's a day.
const clock =
  /\bat (\d{1,2})(?::(\d{2}))? ?(am|pm)?(?= |$)|\b(\d{1,2}):(\d{2}) ?(am|pm)?(?= |$)|\b(\d{1,2}) ?(am|pm)(?= |$)/;
const name = /\b(?:at )?(noon|midday|midnight)\b/;

/** Takes the time of day out of lower-case words such as "every friday at 5:30 pm". */
export function takeTime(words: string): { time: TimeOfDay | undefined; rest: string } {
  const [word, key] = name.exec(words) ?? [];
  if (word && key) return { time: named[key], rest: without(words, word) };
  const match = clock.exec(words);
  if (!match) return { time: undefined, rest: words };
  const hour = match[1] ?? match[4] ?? match[7];
  const minute = match[2] ?? match[5] ?? '0';
  const half = match[3] ?? match[6] ?? match[8];
  const time = toTime({ hour: Number(hour), minute: Number(minute), half });
  // An impossible time stays in the words, where nothing understands it.
  return time ? { time, rest: without(words, match[0]) } : { time: undefined, rest: words };
}

function toTime(read: TimeOfDay & { half: string | undefined }): TimeOfDay | undefined {
  const { hour, minute, half } = read;
  if (minute > 59) return undefined;
  if (!half) return hour <= 23 ? { hour, minute } : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return { hour: (hour % 12) + (half === 'pm' ? 12 : 0), minute };
}

function without(words: string, part: string): string {
  return words.replace(part, ' ').replace(/\s+/g, ' ').trim();
}
