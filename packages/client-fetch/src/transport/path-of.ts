import { CallError } from '../errors/call-error.ts';
import type { OperationCall } from './transport.ts';

/**
 * The path of a call. Each parameter is encoded, so that it stays one segment.
 * @throws {CallError} on an empty parameter, `.` and `..`, which would address another operation.
 */
export function pathOf(call: OperationCall): string {
  return call.route.replace(/{(\w+)}/g, (_, name: string) => {
    const value = call.parameters?.[name] ?? '';
    if (/^\.?\.?$/.test(`${value}`))
      throw new CallError(`needs ${name}, not "${value}"`, { operation: call.operation });
    return encodeURIComponent(value);
  });
}
