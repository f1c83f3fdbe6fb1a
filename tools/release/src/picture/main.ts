import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../published-packages.ts';
import { drawTerminal } from './draw-terminal.ts';
import { command, recordFinding } from './record-finding.ts';

/** `pnpm picture`: draws the finding of the README anew. */
writeFileSync(join(root, 'docs/images/finding.svg'), drawTerminal(await recordFinding(), command));
