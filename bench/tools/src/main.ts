/**
 * What the tools cost: bytes in a bundle, and validations per second beside ajv's standalone code in the same run.
 * Command: pnpm --filter @agent-workers/bench-tools bench
 * Budgets: one tool and its validation 3 kB gzip, all 15 12 kB; a push validated 1 000 000 times a second, or within
 * 1.5 times of ajv. Exit code 1 when one is missed.
 */
import { definitions, validate, validateInput } from '@agent-workers/tools';
import { compileStandalone } from './compile-standalone.ts';
import { measureBundle } from './measure-bundle.ts';
import { measureRates } from './measure-rates.ts';

const [, , createPush] = definitions;
const push = {
  type: 'link',
  url: 'https://example.org',
  title: 'Menu',
  body: 'For today',
  device_iden: 'd1',
};
const broken = { type: 'file', file_name: 'plan.pdf', title: 7 };

const failures: string[] = [];

function print(what: string, figure: string, budget?: { text: string; kept: boolean }): void {
  if (budget && !budget.kept) failures.push(what);
  const verdict = budget ? `budget ${budget.text}: ${budget.kept ? 'kept' : 'MISSED'}` : '';
  process.stdout.write(`${what.padEnd(44)}${figure.padStart(14)}   ${verdict}\n`);
}

async function printSizes(ajvCode: string): Promise<void> {
  const one = await measureBundle(
    "import { NOTIFIER_CREATE_PUSH, validateInput } from '@agent-workers/tools'; console.log(validateInput(NOTIFIER_CREATE_PUSH, {}));",
  );
  const all = await measureBundle(
    "import { definitions, validate } from '@agent-workers/tools'; console.log(definitions, validate);",
  );
  const dependencies = [...one.dependencies, ...all.dependencies].length;
  print('run-time dependencies of the core entry', String(dependencies), {
    text: '0',
    kept: dependencies === 0,
  });
  print('one tool and its validation, gzip', `${one.gzip} B`, { text: '3000 B', kept: one.gzip <= 3000 });
  print('all 15 and their validation, gzip', `${all.gzip} B`, { text: '12000 B', kept: all.gzip <= 12_000 });
  const peer = await measureBundle(ajvCode);
  print('ajv standalone, one tool without definition', `${peer.gzip} B`);
}

const standalone = await compileStandalone(createPush.inputSchema);
process.stdout.write(`Node ${process.version}, ${process.arch}\n`);
await printSizes(standalone.code);
const rates = measureRates({
  'validate, a right push': () => validate('NOTIFIER_CREATE_PUSH', push).ok,
  'ajv standalone, a right push': () => standalone.validate(push),
  'validate, a broken push with its messages': () => validateInput(createPush, broken).length === 3,
  'ajv standalone, a broken push, all errors': () => !standalone.validate(broken),
});
const [ours = 0, peers = 1] = Object.values(rates);
for (const [what, rate] of Object.entries(rates)) {
  const budget = { text: '1 M/s, or ajv / 1.5', kept: rate >= 1e6 || rate >= peers / 1.5 };
  print(what, `${(rate / 1e6).toFixed(2)} M/s`, what === 'validate, a right push' ? budget : undefined);
}
print('ajv standalone by validate, a right push', `${(peers / ours).toFixed(1)} x`);
process.exitCode = failures.length > 0 ? 1 : 0;
