import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** How a runtime is started whose binary the registry has for this platform; undefined where it isn't installed. */
export function findRuntime(binary: string, options: readonly string[]): string[] | undefined {
  try {
    return [require.resolve(binary), ...options];
  } catch {
    return undefined;
  }
}

export const denoBinary = '@deno/linux-x64-glibc/deno';
export const bunBinary = '@oven/bun-linux-x64/bin/bun';
export const workerdBinary = '@cloudflare/workerd-linux-64/bin/workerd';
