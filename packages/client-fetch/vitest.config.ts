import { mergeConfig } from 'vitest/config';
import base from '../../vitest.base.ts';

// Pact writes each mismatch to the console, also those that a test wants.
export default mergeConfig(base, { test: { silent: 'passed-only' } });
