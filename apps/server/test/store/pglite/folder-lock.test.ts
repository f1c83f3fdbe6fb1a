import { readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from '../../../src/store/pglite/folder-lock.ts';
import { makeTemporaryFolder } from '../../helpers/deployment.ts';

describe('the lock of a data folder', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await makeTemporaryFolder();
    path = join(folder, 'server.lock');
  });

  it('is held by one at a time, even in one process', () => {
    const unlock = lockFolder(path);
    expect(() => lockFolder(path)).toThrow(`in use by process ${process.pid}`);
    unlock();
    lockFolder(path)();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is taken over from a process that is dead', () => {
    const noSuchProcess = 2 ** 22 + 1;
    writeFileSync(path, JSON.stringify({ pid: noSuchProcess, startedAt: 'x', hostname: hostname() }));
    lockFolder(path)();
  });

  it.runIf(process.platform === 'linux')(
    'is taken over when the process id now belongs to a later process',
    () => {
      writeFileSync(path, JSON.stringify({ pid: process.pid, startedAt: 'before', hostname: hostname() }));
      lockFolder(path)();
    },
  );

  it('is never taken over from another machine, whose processes can’t be seen', () => {
    writeFileSync(path, JSON.stringify({ pid: 1, startedAt: 'x', hostname: 'elsewhere' }));
    expect(() => lockFolder(path)).toThrow('on elsewhere');
  });

  it('that can’t be read is not guessed at', () => {
    writeFileSync(path, '');
    expect(() => lockFolder(path)).toThrow('Remove it if no server uses this data folder');
  });
});
