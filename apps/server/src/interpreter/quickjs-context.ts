import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  RELEASE_SYNC,
} from 'quickjs-emscripten';
import type { InterpreterLimits } from './limits.ts';

const pageBytes = 65_536;
// The least memory that this build of QuickJS starts with.
const initialPages = 256;

/**
 * A fresh QuickJS whose WebAssembly memory can't grow over the limit: QuickJS's own limit was seen not to hold.
 * An instance that ran out of memory is unusable, so each program gets its own.
 */
export async function createContext(limits: InterpreterLimits): Promise<QuickJSContext> {
  const maximum = Math.max(initialPages, Math.floor(limits.memoryBytes / pageBytes));
  const wasmMemory = new WebAssembly.Memory({ initial: initialPages, maximum });
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(RELEASE_SYNC, { wasmMemory }));
  const context = quickjs.newContext();
  const deadline = Date.now() + limits.wallClockMilliseconds;
  context.runtime.setInterruptHandler(() => Date.now() > deadline);
  return context;
}
