import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { version } from '../src/gen/version.ts';

const start = fileURLToPath(new URL('../src/cli/start.ts', import.meta.url));
const flags = ['--conditions=@agent-workers/source', start];

describe('agent-workers-tools', () => {
  it.each([
    [[], {}, 'Name one command: mcp or inbox.'],
    [['serve'], {}, 'Name one command: mcp or inbox.'],
    [['mcp', '--htp', '1'], {}, "Unknown option '--htp'"],
    [['mcp', '--http', 'x'], {}, 'x is no port.'],
    [['inbox'], {}, 'Set NOTIFIER_TOKEN to a secret of your choice.'],
    [['mcp', '--base-url', 'https://push.test'], {}, 'Set NOTIFIER_TOKEN to the token of https://push.test.'],
    [['mcp', '--base-url', 'push'], { NOTIFIER_TOKEN: 't' }, 'push is no address.'],
  ])('answers %j with what to change', (args, environment, message) => {
    const { status, stderr } = spawnSync(process.execPath, [...flags, ...args], {
      encoding: 'utf8',
      env: { ...process.env, NOTIFIER_TOKEN: '', ...environment },
    });
    expect(status).toBe(2);
    expect(stderr.startsWith(message)).toBe(true);
    expect(stderr).toContain('Usage:');
  });

  it.each([
    ['--help', /^Usage: agent-workers-tools mcp\|inbox/],
    ['--version', new RegExp(`^${version}\\n$`)],
  ])('answers %s on standard output', (flag, output) => {
    const { status, stdout } = spawnSync(process.execPath, [...flags, flag], { encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout).toMatch(output);
  });

  it('serves an inbox, and prints its address but not the token', async () => {
    const child = spawn(process.execPath, [...flags, 'inbox'], {
      env: { ...process.env, NOTIFIER_TOKEN: 's3cret' },
    });
    try {
      let printed = '';
      for await (const chunk of child.stderr) {
        printed += String(chunk);
        if (printed.includes('\n')) break;
      }
      const [address = ''] = /http:\S+/.exec(printed) ?? [];
      expect(await (await fetch(address)).text()).toContain('<title>Inbox</title>');
      const me = await fetch(new URL('/users/me', address), { headers: { 'access-token': 's3cret' } });
      expect(me.status).toBe(200);
      expect(printed).not.toContain('s3cret');
    } finally {
      child.kill();
    }
  });
});
