import { startJavascriptSandbox } from '../../src/agents/interpreter/engine.ts';
import { foregroundLimits } from '../../src/agents/interpreter/interpreter.ts';
import { createWarmPool } from '../../src/agents/interpreter/warm-pool.ts';

// A process that keeps a sandbox in wait until it's killed, and tells which.
createWarmPool(() => {
  const sandbox = startJavascriptSandbox(foregroundLimits('javascript').memoryBytes);
  void sandbox.ready.then(() => process.send?.(sandbox.pid));
  return sandbox;
}, 60_000).prepare();
// The pool alone wouldn't.
process.on('message', () => {});
