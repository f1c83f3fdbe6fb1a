import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

describe('The README', () => {
  it('prints what it says', () => {
    const flags = [
      '--conditions=@agent-workers/source',
      '--input-type=module-typescript',
      '--eval',
      block('ts'),
    ];
    expect(execFileSync(process.execPath, flags, { cwd: folder, encoding: 'utf8' })).toBe(block('text'));
  });
});

function block(language: string): string {
  const [, code] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(readme) ?? [];
  if (!code) throw new Error(`The README has no ${language} block.`);
  return code;
}
