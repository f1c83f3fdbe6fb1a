import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionsOf } from './options-of.ts';

/**
 * Judges the deployment and tells the runner: the exit code and the results folder as outputs, the summary, and the text for a
 * pull request. It doesn't fail by itself, so that what follows can keep the results.
 */
async function main(environment: NodeJS.ProcessEnv): Promise<void> {
  const temporary = required(environment, 'RUNNER_TEMP');
  // A folder of its own: what an earlier step or job has left there is not what this one judged.
  const results = mkdtempSync(join(temporary, 'agent-workers-results-'));
  const program = required(environment, 'PROGRAM');
  const { exitCode, said } = await run(program, ['run', ...optionsOf(environment), '--results', results]);
  const summary = join(results, 'summary.md');
  const isJudged = existsSync(summary);
  const text = join(temporary, 'agent-workers-text.md');
  writeFileSync(text, isJudged ? readFileSync(summary, 'utf8') : notJudged(exitCode, said));
  appendFileSync(required(environment, 'GITHUB_STEP_SUMMARY'), readFileSync(text, 'utf8'));
  output(environment, 'exit-code', String(exitCode));
  output(environment, 'text', text);
  if (isJudged) output(environment, 'results', results);
}

const trouble = 3;
const keptLines = 20;

/** Passes on what the program says, and keeps the end of what it says about itself. */
async function run(program: string, args: readonly string[]): Promise<{ exitCode: number; said: string }> {
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text);
    said = `${said}${text}`.split('\n').slice(-keptLines).join('\n');
  });
  return await new Promise((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new Error(`${program} can't be started. Was it installed?`, { cause })),
    );
    child.once('close', (code) => resolve({ exitCode: code ?? trouble, said }));
  });
}

/** Why there is no verdict; an earlier one must not be taken for this one. */
function notJudged(exitCode: number, said: string): string {
  const what =
    exitCode === 2 ? 'its options or its config are not right' : 'the target or the program is in trouble';
  // No line of the program can end the block.
  const quoted = said.trim().replaceAll('```', "'''");
  return `## ? Not judged\n\nThe run ended with exit code ${exitCode}: ${what}.\n\n\`\`\`text\n${quoted}\n\`\`\`\n`;
}

function output(environment: NodeJS.ProcessEnv, name: string, value: string): void {
  appendFileSync(required(environment, 'GITHUB_OUTPUT'), `${name}=${value}\n`);
}

function required(environment: NodeJS.ProcessEnv, name: string): string {
  const value = environment[name];
  if (value === undefined) throw new Error(`${name} is not set. A runner of GitHub Actions sets it.`);
  return value;
}

await main(process.env);
