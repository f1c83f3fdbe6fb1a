import { isCalled } from '../deployment/field-mapping/names.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Path } from './findings/parts.ts';

/** Whether a value of an answer is in a field of the contract: where it is told to stand, else by what it is called. */
export function isField({ places }: Exchange, path: Path, field: string): boolean {
  const told = places?.[field];
  if (told === undefined) return isCalled(path.at(-1), field);
  return told.every((name, index) => path.at(index - told.length) === name);
}
