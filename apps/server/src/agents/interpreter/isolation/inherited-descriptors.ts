import { readdirSync, readFileSync } from 'node:fs';

// Of the flags in fdinfo, which are octal.
const closedOnExecution = 0o2000000;

let found: readonly number[] | undefined;

/**
 * The descriptors that whoever started the server left open, and that every child would inherit: Node closes the low
 * ones only. Elsewhere than on Linux the system closes them all.
 */
export function inheritedDescriptors(): readonly number[] {
  found ??= process.platform === 'linux' ? listDescriptors().filter(isInherited) : [];
  return found;
}

function listDescriptors(): number[] {
  return readdirSync('/proc/self/fd').map(Number);
}

function isInherited(descriptor: number): boolean {
  if (descriptor <= 2) return false;
  try {
    const [, flags = '0'] = /^flags:\s*([0-7]+)$/m.exec(readInfo(descriptor)) ?? [];
    return (Number.parseInt(flags, 8) & closedOnExecution) === 0;
  } catch {
    // The one by which the list was read.
    return false;
  }
}

function readInfo(descriptor: number): string {
  return readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8');
}
