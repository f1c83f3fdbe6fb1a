import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionsOf } from './options-of.ts';

/**
 * Judges the deployment and tells the runner: the exit code and the results folder as outputs, the summary, and the text for a
 * pull request. It doesn't fail by itself, so that what follows can keep the results.
 */
function main(environment: NodeJS.ProcessEnv): void {
  const temporary = required(environment, 'RUNNER_TEMP');
  const results = join(temporary, 'agent-workers-results');
  const program = join(temporary, 'agent-workers/node_modules/.bin/agent-conformance');
  const { status, error } = spawnSync(program, ['run', ...optionsOf(environment), '--results', results], {
    stdio: 'inherit',
  });
  if (error) throw new Error(`${program} can't be started. Was it installed?`, { cause: error });
  output(environment, 'exit-code', String(status ?? 3));
  if (!existsSync(join(results, 'report.json'))) return;
  const text = join(temporary, 'agent-workers-text.md');
  writeFileSync(text, textFor(program, results, environment.BASELINE));
  appendFileSync(required(environment, 'GITHUB_STEP_SUMMARY'), readFileSync(text, 'utf8'));
  output(environment, 'results', results);
  output(environment, 'text', text);
}

/** What changed since the baseline stands first, where there is one. */
function textFor(program: string, results: string, baseline: string | undefined): string {
  const summary = readFileSync(join(results, 'summary.md'), 'utf8');
  if (baseline === undefined || baseline === '') return summary;
  const compared = spawnSync(program, ['compare', baseline, results, '--format', 'markdown'], {
    encoding: 'utf8',
  });
  return `${compared.stdout}\n${summary}`;
}

function output(environment: NodeJS.ProcessEnv, name: string, value: string): void {
  appendFileSync(required(environment, 'GITHUB_OUTPUT'), `${name}=${value}\n`);
}

function required(environment: NodeJS.ProcessEnv, name: string): string {
  const value = environment[name];
  if (value === undefined) throw new Error(`${name} is not set. A runner of GitHub Actions sets it.`);
  return value;
}

main(process.env);
