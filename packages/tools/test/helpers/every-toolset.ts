import { type DialectName, dialects } from '../../src/dialects/dialect.ts';
import { createToolset } from '../../src/dialects/toolset.ts';

/** The tools in every dialect, and in every way that it can carry rules. */
export const everyToolset = Object.entries(dialects).flatMap(([name, dialect]) =>
  dialect.carries.map((carry) => ({
    // Object.entries forgets that the keys are the names.
    dialect: name as DialectName,
    carry,
    toolset: createToolset(dialect, { carry }),
  })),
);
