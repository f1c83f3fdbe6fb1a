import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../src/published-packages.ts';
import { readDockerfile } from '../src/read-dockerfile.ts';

test.each(['conformance', 'server'])(
  'the image %s installs one version, and runs as a user without rights',
  (name) => {
    const facts = readDockerfile(readFileSync(join(root, 'images', name, 'Dockerfile'), 'utf8'));
    expect(facts.installs).toEqual([expect.stringContaining(`@agent-workers/${name}@\${VERSION:?}`)]);
    expect(facts.user).toBe('1000:1000');
    expect(facts.environment.NODE_ENV).toBe('production');
    expect(facts.health?.[0]).toBe(name === 'server' ? 'node' : undefined);
  },
);

test('what is no Dockerfile of ours is told', () => {
  expect(() => readDockerfile('FROM node\nRUN true\n')).toThrow('USER and ENTRYPOINT');
});
