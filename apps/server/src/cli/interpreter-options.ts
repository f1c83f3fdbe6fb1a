import type { Interpreter } from '../agents/interpreter/interpreter.ts';
import {
  commandTransport,
  createOutsideInterpreter,
  httpTransport,
} from '../agents/interpreter/outside-interpreter.ts';
import { UserError } from '../platform/errors.ts';

export const interpreterOptionTypes = {
  'interpreter-url': { type: 'string' },
  'interpreter-command': { type: 'string' },
  'max-programs': { type: 'string' },
} as const;

type Values = { [Name in keyof typeof interpreterOptionTypes]?: string };

/** Where programs run, and how many at once; undefined is the default. */
export interface InterpreterOptions {
  interpreter: Interpreter | undefined;
  maximumPrograms: number | undefined;
}

/** @throws {UserError} when an option has no sense. */
export function parseInterpreter(values: Values, token: string | undefined): InterpreterOptions {
  const { 'interpreter-url': url, 'interpreter-command': command } = values;
  if (url && command) throw new UserError('--interpreter-url and --interpreter-command exclude each other.');
  return {
    interpreter: url
      ? byHttp(url, token)
      : command
        ? createOutsideInterpreter(commandTransport(command))
        : undefined,
    maximumPrograms: parseMaximum(values['max-programs']),
  };
}

function byHttp(url: string, token: string | undefined): Interpreter {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new UserError(`--interpreter-url ${url} is not an address of the web.`);
  return createOutsideInterpreter(httpTransport({ url, token }));
}

function parseMaximum(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const maximum = Number(text);
  if (Number.isInteger(maximum) && maximum >= 1) return maximum;
  throw new UserError(`--max-programs ${text} is not a number from 1.`);
}
