import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

/** What a runtime may have taken into its hands before the doors close, and tries afterwards; prints what succeeded. */
const script = `
import { closeDoors } from '${import.meta.resolve('../../../src/agents/interpreter/close-doors.ts')}';
import fs from 'node:fs';
import * as module from 'node:module';
const { log } = console;
const { getBuiltinModule } = process;
const required = module.createRequire(import.meta.url);
const names = module.builtinModules;
closeDoors();
const opened = [];
async function attempt(name, act) {
  try {
    await act();
    opened.push(name);
  } catch (error) {
    if (error.code !== 'ERR_ACCESS_DENIED') opened.push(name + ': ' + error.message);
  }
}
for (const name of names) {
  await attempt('import ' + name, () => import(name));
  await attempt('require ' + name, () => required(name));
}
await attempt('import a file', () => import(import.meta.url + '?again'));
await attempt('fs', () => fs.readFileSync('/dev/null'));
await attempt('fs.promises', () => fs.promises());
await attempt('process.getBuiltinModule', () => process.getBuiltinModule('fs'));
await attempt('process.binding', () => process.binding('fs'));
await attempt('fetch', () => fetch('data:,'));
await attempt('WebSocket', () => new WebSocket('ws://127.0.0.1:9'));
await attempt('hooks', () => module.registerHooks({ resolve: () => ({ url: 'node:fs', shortCircuit: true }) }));
log(JSON.stringify(opened));
`;

describe('a process whose doors are closed', () => {
  it('loads no part of Node any more, and what it holds refuses', () => {
    const arguments_ = ['--no-warnings', '--input-type=module', '--eval', script];
    expect(JSON.parse(execFileSync(process.execPath, arguments_, { encoding: 'utf8' }))).toEqual([]);
  });
});
