import { answerOneProgram } from './answer-one-program.ts';
import { evaluate } from './evaluate.ts';
import { createContext } from './quickjs-context.ts';

// Everything is loaded before the program comes.
const memoryBytes = Number(process.argv[2]);
const context = await createContext(memoryBytes);
answerOneProgram((script) => evaluate(context, script));
