import { writeSync } from 'node:fs';

// Outside of all memory that JavaScript or WebAssembly count for themselves.
const taken: Buffer[] = [];
const wanted = 3 * 1024 ** 3;
const step = 32 * 1024 ** 2;
for (let bytes = 0; bytes < wanted; bytes += step) taken.push(Buffer.alloc(step, 1));
writeSync(3, `took ${taken.length}`);
