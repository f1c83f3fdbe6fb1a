import type { Operation } from '../../spec/spec.ts';

/** Records of different families may call the same field differently. */
export function kindOf({ family }: Pick<Operation, 'family'>, field: string): string {
  return `${family} ${field}`;
}
