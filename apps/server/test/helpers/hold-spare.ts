import { startJavascriptSandbox } from '../../src/interpreter/javascript-sandbox.ts';
import { foregroundLimits } from '../../src/interpreter/limits.ts';
import { createSpare } from '../../src/interpreter/spare.ts';

// A process that keeps a sandbox in wait until it's killed, and tells which.
createSpare(() => {
  const sandbox = startJavascriptSandbox(foregroundLimits('javascript').memoryBytes);
  void sandbox.ready.then(() => process.send?.(sandbox.child.pid));
  return sandbox;
}, 60_000).prepare();
// The spare alone wouldn't.
process.on('message', () => {});
