import type { Report } from './report.ts';

/** The fields that differ by themselves, by operation: `getCurrentUser: status.since, motto`. */
export function movingLines({ rules }: Pick<Report, 'rules'>): readonly string[] {
  const fields = rules.flatMap(({ moving = [] }) => moving);
  const byOperation = Map.groupBy(fields, ({ operation }) => operation);
  return [...byOperation].map(([operation, own]) => {
    const names = new Set(own.map((field) => field.names.join('.')));
    return `${operation}: ${[...names].join(', ')}`;
  });
}

export const movingTitle = 'Not compared, as two reads with nothing in between differ in it';
