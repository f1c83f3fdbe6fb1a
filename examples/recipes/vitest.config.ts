import { mergeConfig } from 'vitest/config';
import base from '../../vitest.base.ts';

// A page leaves a document, a window and a fetch of its own behind, which no other file's tests may meet.
export default mergeConfig(base, { test: { isolate: true, globalSetup: 'test/share-reference.ts' } });
