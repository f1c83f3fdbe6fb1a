import { fileURLToPath } from 'node:url';

/** Where a file of the contract is. */
export function contractFile(file: string): string {
  return fileURLToPath(import.meta.resolve(`@agent-workers/spec/${file}`));
}
