/** What a measurement came to, in words, and what was asked of it. */
export interface Figure {
  text: string;
  budget?: Budget;
}

interface Budget {
  /** For example `at most 50 MB`. */
  text: string;
  isKept: boolean;
}

interface Limit {
  value: number;
  limit: number;
  /** For example ` MB`. Default: none. */
  unit?: string;
}

export function atMost({ value, limit, unit = '' }: Limit): Budget {
  return { text: `at most ${limit}${unit}`, isKept: value <= limit };
}

export function atLeast({ value, limit, unit = '' }: Limit): Budget {
  return { text: `at least ${limit}${unit}`, isKept: value >= limit };
}

/** A line for people. */
export function tell({ text, budget }: Figure): string {
  if (!budget) return `${text}; no budget`;
  return `${text}; budget ${budget.text}: ${budget.isKept ? 'kept' : 'MISSED'}`;
}
