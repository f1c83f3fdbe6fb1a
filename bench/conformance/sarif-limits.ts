/**
 * Validates SARIF reports by GitHub's rules and those of SARIF, as Microsoft's multitool has them: of a run against a
 * deployment with a fault, or of the files that are named. Needs the npm registry for the multitool.
 * Command: node --conditions=@agent-workers/source sarif-limits.ts [report.sarif …]
 * Exit code: 1 where a rule of an error or a warning is broken.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { serveChanging } from '../../apps/conformance/test/helpers/changing-target.ts';
import { runCli } from '../../apps/conformance/test/helpers/run-cli.ts';

const multitool = '@microsoft/sarif-multitool@5.7.0';
const folder = await mkdtemp(join(tmpdir(), 'sarif-'));
const files = process.argv.length > 2 ? process.argv.slice(2) : await reports();
for (const file of files) {
  const output = join(folder, 'validated.sarif');
  // As words of a command: npx hands them to a shell, in which `;` means something.
  const words = [
    'validate',
    file,
    '--rule-kind',
    "'Sarif;Ghas'",
    '--output',
    output,
    '--log',
    'ForceOverwrite',
  ];
  await promisify(execFile)('npx', ['-y', multitool, ...words]).catch(() => {});
  const { runs } = JSON.parse(await readFile(output, 'utf8'));
  const results: { level?: string; ruleId: string; message: { text?: string } }[] = runs[0].results ?? [];
  const broken = results.filter(({ level = 'warning' }) => level === 'error' || level === 'warning');
  const { size } = await stat(file);
  const zipped = gzipSync(await readFile(file)).length;
  process.stdout.write(
    `${file}: ${broken.length} errors and warnings, ${results.length - broken.length} notes; ${size} bytes, ${zipped} compressed (GitHub takes 10 MB)\n`,
  );
  for (const { ruleId, message } of broken) process.stdout.write(`  ${ruleId} ${message.text ?? ''}\n`);
  if (broken.length > 0) process.exitCode = 1;
}

/** Of all rules, with a document and without. */
async function reports(): Promise<readonly string[]> {
  const made: string[] = [];
  for (const withDocument of [true, false]) {
    const target = await serveChanging({ withDocument });
    const { fetch } = target.deployment;
    target.answerBy((request) =>
      request.method === 'DELETE' ? Promise.resolve(Response.json({}, { status: 418 })) : fetch(request),
    );
    const results = join(folder, withDocument ? 'with-document' : 'without-document');
    await runCli(['run', '--config', target.config, '--seed', '7', '--results', results]);
    await target.close();
    made.push(join(results, 'report.sarif'));
  }
  return made;
}
