import { writeFileSync } from 'node:fs';
import { definitions } from '../src/index.ts';

// Run when the packages get their version: from then on, changes are told from this manifest.
writeFileSync(
  new URL('../manifest-baseline.json', import.meta.url),
  `${JSON.stringify(definitions, null, 2)}\n`,
);
