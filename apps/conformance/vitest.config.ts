import { mergeConfig } from 'vitest/config';
import base from '../../vitest.base.ts';

// The longest of all: one worker more than CI has cores, since many tests wait for a deployment.
export default mergeConfig(base, { test: { maxWorkers: 3 } });
