import { evaluate } from './evaluate.ts';

// The whole life of a sandboxed child: one program in, one outcome out.
process.once('message', (program: Parameters<typeof evaluate>[0]) => {
  evaluate(program).then((outcome) => process.send?.(outcome, () => process.exit(0)));
});
process.send?.('ready');
