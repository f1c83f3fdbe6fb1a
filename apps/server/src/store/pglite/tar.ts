import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

const blockSize = 512;
const longestName = 100;
// Where they stand in the header of an entry, as POSIX has it: offset and length.
const fields = {
  name: [0, 100],
  mode: [100, 8],
  user: [108, 8],
  group: [116, 8],
  size: [124, 12],
  modified: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  magic: [257, 8],
} as const;
const types = { file: '0', folder: '5' };

/** All that is in a folder, as a tar, read as it's asked for. */
export async function* packFolder(folder: string): AsyncGenerator<Uint8Array, void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1).replaceAll('\\', '/');
    if (entry.isDirectory()) yield headerOf({ name, type: types.folder, size: 0 });
    if (!entry.isFile()) continue;
    const { size } = await stat(path);
    yield headerOf({ name, type: types.file, size });
    yield* createReadStream(path);
    yield Buffer.alloc(paddingOf(size));
  }
  yield Buffer.alloc(2 * blockSize);
}

interface Entry {
  name: string;
  type: string;
  size: number;
}

function headerOf({ name, type, size }: Entry): Uint8Array {
  if (Buffer.byteLength(name) > longestName) throw new Error(`The name ${name} is too long for a tar.`);
  const header = Buffer.alloc(blockSize);
  const write = (field: keyof typeof fields, text: string) => header.write(text, fields[field][0], 'latin1');
  const writeNumber = (field: keyof typeof fields, value: number) =>
    write(field, value.toString(8).padStart(fields[field][1] - 1, '0'));
  header.write(name, 'utf8');
  writeNumber('mode', type === types.folder ? 0o700 : 0o600);
  for (const field of ['user', 'group', 'modified'] as const) writeNumber(field, 0);
  writeNumber('size', size);
  write('type', type);
  write('magic', 'ustar\x0000');
  write('checksum', checksumOf(header).toString(8).padStart(6, '0').concat('\0 '));
  return header;
}

/** Of all bytes, where those of the sum itself count as spaces. */
function checksumOf(header: Uint8Array): number {
  const [start, length] = fields.checksum;
  const isOfSum = (index: number) => index >= start && index < start + length;
  return header.reduce((sum, byte, index) => sum + (isOfSum(index) ? 0x20 : byte), 0);
}

function paddingOf(size: number): number {
  return (blockSize - (size % blockSize)) % blockSize;
}

/** Makes a folder of a tar, as it comes. @throws when it's damaged, or would write elsewhere. */
export async function unpackFolder(content: AsyncIterable<Uint8Array>, folder: string): Promise<void> {
  const reader = createReader(content);
  await mkdir(folder, { mode: 0o700 });
  for (;;) {
    const header = await reader.take(blockSize);
    if (header.every((byte) => byte === 0)) return;
    const { name, type, size } = entryOf(header);
    const path = join(folder, name);
    if (type === types.folder) await mkdir(path, { recursive: true, mode: 0o700 });
    else await writeTo(path, reader.pass(size));
    await reader.take(paddingOf(size));
  }
}

function entryOf(header: Buffer): Entry {
  const read = (field: keyof typeof fields) => {
    const [start, length] = fields[field];
    return header.toString('utf8', start, start + length).replace(/[\0 ].*$/s, '');
  };
  if (Number.parseInt(read('checksum'), 8) !== checksumOf(header)) throw new Error('it is damaged');
  const entry = { name: read('name'), type: read('type'), size: Number.parseInt(read('size'), 8) };
  const isInside = /^[\w.-]+(?:\/[\w.-]+)*$/.test(entry.name) && !entry.name.split('/').includes('..');
  if (!isInside || !Object.values(types).includes(entry.type))
    throw new Error(`it holds what a backup doesn't: ${entry.name}`);
  return entry;
}

async function writeTo(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const bytes of content) await file.writeFile(bytes);
  } finally {
    await file.close();
  }
}

/** Reads bytes by their number. */
function createReader(content: AsyncIterable<Uint8Array>) {
  const pieces = content[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);

  async function* pass(bytes: number): AsyncGenerator<Buffer, void> {
    for (let left = bytes; left > 0; ) {
      if (held.length === 0) {
        const { done, value } = await pieces.next();
        if (done) throw new Error('it ends before its end');
        held = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      }
      const piece = held.subarray(0, left);
      held = held.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  return {
    pass,
    async take(bytes: number): Promise<Buffer> {
      return await buffer(pass(bytes));
    },
  };
}
