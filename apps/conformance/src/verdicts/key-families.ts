import { memoize } from './memoize.ts';
import type { Recording } from './verdict.ts';

/** The families whose operations issue API keys. */
export const keyFamilies = memoize(
  ({ contract }: Recording): ReadonlySet<string> =>
    new Set(
      [...contract.values()].flatMap(({ resource }) =>
        resource?.issues === 'API key' ? [resource.family.name] : [],
      ),
    ),
);
