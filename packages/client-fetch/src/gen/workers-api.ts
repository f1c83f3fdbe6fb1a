// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import { startRun, getRunMessages, continueRun, startRunNdjson, continueRunNdjson } from './runs.ts';

export const workersApi = {
  runs: { startRun, getRunMessages, continueRun, startRunNdjson, continueRunNdjson },
};
