const numbers = new Intl.NumberFormat('en');
const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

export function number(count: number): string {
  return numbers.format(count);
}

/** For example `12 MB`. */
export function bytes(count: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, count)) / 3));
  const unit = units[power] ?? 'byte';
  const options = { style: 'unit', unit, maximumFractionDigits: power > 2 ? 1 : 0 } as const;
  return new Intl.NumberFormat('en', options).format(count / 1_000 ** power);
}

/** A moment in UTC, for example `2026-11-22 23:07 UTC`. */
export function time(moment: Date): string {
  return `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

export function ago(moment: Date, now: Date): string {
  return `for ${seconds((now.getTime() - moment.getTime()) / 1_000)}`;
}

/** A length of time in its largest unit, for example `3 h`. */
export function seconds(count: number): string {
  const steps = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'min'],
  ] as const;
  const [size, unit] = steps.find(([one]) => count >= one) ?? [1, 's'];
  return `${number(Math.max(0, Math.floor(count / size)))} ${unit}`;
}
