import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { unpackTarballs } from './installed-packages.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the packed tarballs are unpacked, each in a folder of its name. */
    readonly tarballs: string;
  }
}

let folder: string;

/** Packs what all files of tests share; to pack takes seconds. */
export function setup(project: TestProject): void {
  folder = unpackTarballs();
  project.provide('tarballs', folder);
}

export function teardown(): void {
  rmSync(folder, { recursive: true });
}
