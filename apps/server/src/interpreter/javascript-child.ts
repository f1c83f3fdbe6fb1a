import { evaluate, type Script } from './evaluate.ts';
import { createContext } from './quickjs-context.ts';

// The whole life of a sandboxed child: everything is loaded before the one program comes, and it ends with that.
const memoryBytes = Number(process.argv[2]);
const context = await createContext(memoryBytes);

process.once('message', (script: Script) => {
  // A program that waits for what never comes ends, for nothing else keeps this process alive.
  process.channel?.unref();
  evaluate(context, script).then((outcome) => process.send?.(outcome, () => process.exit(0)));
});
// Nobody is left to send a program to it, or to hear of its outcome.
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
