import { mergeConfig } from 'vitest/config';
import base from '../../vitest.base.ts';

// Beside the longest of all: one worker more than CI has cores, since many tests wait for processes that start or end.
export default mergeConfig(base, { test: { maxWorkers: 3 } });
