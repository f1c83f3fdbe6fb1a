import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages, root } from './published-packages.ts';
import { runCommand } from './run-command.ts';

interface Licensed {
  readonly name: string;
  readonly versions: readonly string[];
  readonly license: string;
  readonly homepage?: string;
}

const path = join(root, 'THIRD-PARTY-NOTICES.md');

/** Lists what comes along with our packages, by licence; with `--check` says whether the list is as it was reviewed. */
async function main(check: boolean): Promise<number> {
  const filters = publishedPackages().flatMap(({ name }) => ['--filter', name]);
  const { stdout } = await runCommand('pnpm', [...filters, 'licenses', 'list', '--prod', '--json'], {
    folder: root,
  });
  const byLicense: Readonly<Record<string, readonly Licensed[]>> = JSON.parse(stdout);
  const text = noticesFor(byLicense);
  if (!check) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    process.stderr.write('THIRD-PARTY-NOTICES.md is stale. Write it: pnpm notices\n');
    return 1;
  }
  return 0;
}

function noticesFor(byLicense: Readonly<Record<string, readonly Licensed[]>>): string {
  const sections = Object.entries(byLicense)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([license, packages]) => `## ${license}\n\n${packages.map(line).sort().join('\n')}\n`);
  return [
    '# Third-party notices\n',
    'Our packages contain no code of others. These are installed along with them, each with its own licence text. `pnpm notices` writes this list.\n',
    ...sections,
  ].join('\n');
}

function line({ name, versions, homepage }: Licensed): string {
  const title = homepage === undefined ? name : `[${name}](${homepage})`;
  return `- ${title} ${versions.join(', ')}`;
}

process.exitCode = await main(process.argv.includes('--check'));
