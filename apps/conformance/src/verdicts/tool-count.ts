import { isCalled } from '../deployment/field-mapping/names.ts';
import type { Path } from './findings/parts.ts';
import { leavesIn, type NumericLeaf, numericAmong } from './leaves.ts';

/** How many tools an entry says that it has, as of a bundle or a toolset in a list of them. */
export function toolCountIn(entry: unknown, place?: Path): NumericLeaf | undefined {
  return numericAmong(leavesIn(entry, place)).find(({ path }) => isCalled(path.at(-1), 'tool_count'));
}
