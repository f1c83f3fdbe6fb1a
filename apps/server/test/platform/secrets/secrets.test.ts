import { randomBytes } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSecret } from '../../../src/platform/secrets/load-secret.ts';
import { createSecretBox } from '../../../src/platform/secrets/secret-box.ts';
import { makeTemporaryFolder } from '../../helpers/deployment.ts';

describe('a secret box', () => {
  const secret = randomBytes(32);
  const box = createSecretBox(secret);

  it('gives back what was sealed, never shows it, and never seals it twice alike', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 8 }), (text) => {
        const sealed = box.seal(text, 'test');
        expect(createSecretBox(secret).open(sealed, 'test')).toBe(text);
        expect(Buffer.from(sealed, 'base64url').includes(text)).toBe(false);
        expect(box.seal(text, 'test')).not.toBe(sealed);
      }),
    );
  });

  it('opens for no other purpose, under no other secret, and not when a bit was changed', () => {
    const sealed = box.seal('text', 'test');
    const bytes = Buffer.from(sealed, 'base64url');
    expect(() => box.open(sealed, 'another')).toThrow();
    expect(() => createSecretBox(randomBytes(32)).open(sealed, 'test')).toThrow();
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => box.open(changed.toString('base64url'), 'test')).toThrow();
    }
  });
});

describe('the secret of a deployment', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await makeTemporaryFolder();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is made once, for its owner alone', async () => {
    const secret = loadSecret(folder, undefined);
    expect(loadSecret(folder, undefined)).toEqual(secret);
    expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600);
  });

  it('may be given, and then no file is made', async () => {
    const given = randomBytes(32);
    expect(loadSecret(folder, given.toString('base64url'))).toEqual(given);
    await expect(stat(join(folder, 'secret.key'))).rejects.toThrow('ENOENT');
  });

  it.each(['', 'short', `${randomBytes(31).toString('base64url')}`, `${'a'.repeat(42)}?`])(
    'is refused as %j, with a sentence that does not repeat it',
    async (text) => {
      await writeFile(join(folder, 'secret.key'), text);
      const refusal = /secret\.key is not a secret: give 32 random bytes/;
      expect(() => loadSecret(folder, undefined)).toThrow(refusal);
      expect(() => loadSecret(folder, text)).toThrow(/^AGENT_WORKERS_SECRET is not a secret/);
    },
  );
});
