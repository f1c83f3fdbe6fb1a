import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packFolder, unpackFolder } from '../../../src/store/pglite/tar.ts';
import { makeTemporaryFolder } from '../../helpers/deployment.ts';

describe('a tar of a folder', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await makeTemporaryFolder();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const place = () => join(folder, crypto.randomUUID());

  /** A folder with files of these lengths, one of them further down, and an empty folder. */
  async function fill(contents: readonly Uint8Array[]): Promise<string> {
    const from = place();
    await mkdir(join(from, 'base/1'), { recursive: true });
    await mkdir(join(from, 'empty'));
    for (const [index, content] of contents.entries())
      await writeFile(join(from, index === 0 ? 'base/1/first' : `file-${index}`), content);
    return from;
  }

  async function* inPieces(bytes: Uint8Array, size: number) {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }

  const pack = (from: string) => buffer(packFolder(from));

  it('makes the same folder again, however it comes', async () => {
    const content = fc.uint8Array({ maxLength: 2_000, size: 'max' });
    const cases = fc.asyncProperty(
      fc.array(content, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 3_000 }),
      async (contents, size) => {
        const [from, to] = [await fill(contents), place()];
        await unpackFolder(inPieces(await pack(from), size), to);
        const names = contents.map((_, index) => (index === 0 ? 'base/1/first' : `file-${index}`));
        for (const [index, name] of names.entries())
          expect(new Uint8Array(await readFile(join(to, name)))).toEqual(contents[index]);
        expect(await pack(to)).toHaveLength((await pack(from)).length);
      },
    );
    await fc.assert(cases, { numRuns: 20 });
  });

  it.skipIf(spawnSync('tar', ['--version']).status !== 0)('is read by tar', async () => {
    const from = await fill([Buffer.from('Hello')]);
    const input = await pack(from);
    const { stdout, status } = spawnSync('tar', ['-xOf', '-', 'base/1/first'], { input });
    expect([status, String(stdout)]).toEqual([0, 'Hello']);
  });

  it('that is cut short, or damaged, is refused', async () => {
    const whole = await pack(await fill([new Uint8Array(1_000)]));
    for (let length = 0; length < whole.length - 1_024; length += 500)
      await expect(unpackFolder(inPieces(whole.subarray(0, length), 512), place())).rejects.toThrow(
        'it ends before its end',
      );
    whole.write('x', 3);
    await expect(unpackFolder(inPieces(whole, 512), place())).rejects.toThrow('it is damaged');
  });

  it.each(['../outside', 'base/../../outside', '/outside'])('writes nothing to %s', async (name) => {
    const header = (await pack(await fill([]))).subarray(0, 512);
    const [before] = header.toString('latin1').split('\0');
    header.fill(0, 0, before?.length).write(name);
    header.fill(' ', 148, 156);
    const sum = header.reduce((all, byte) => all + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    await expect(unpackFolder(inPieces(header, 512), place())).rejects.toThrow(name);
  });
});
