import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  RELEASE_SYNC,
} from 'quickjs-emscripten';

import { pageBytes } from './web-assembly-page.ts';

// The least memory that this build of QuickJS starts with.
const initialPages = 256;

/**
 * A fresh QuickJS whose WebAssembly memory can't grow over the limit: QuickJS's own limit was seen not to hold.
 * An instance that ran out of memory is unusable, so each program gets its own.
 */
export async function createContext(memoryBytes: number): Promise<QuickJSContext> {
  const maximum = Math.max(initialPages, Math.floor(memoryBytes / pageBytes));
  const wasmMemory = new WebAssembly.Memory({ initial: initialPages, maximum });
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(RELEASE_SYNC, { wasmMemory }));
  return quickjs.newContext();
}
