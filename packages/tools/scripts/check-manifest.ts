import { readdirSync, readFileSync } from 'node:fs';
import { definitions } from '../src/index.ts';
import { compareManifests } from './compare-manifests.ts';
import { announcedBump, isEnough, requiredBump } from './required-bump.ts';

const changesetFolder = new URL('../../../.changeset/', import.meta.url);

/** Compares the manifest with that of the last release, and demands the changeset that the differences ask for. */
function checkManifest(): number {
  const { name, version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const baseline = JSON.parse(readFileSync(new URL('../manifest-baseline.json', import.meta.url), 'utf8'));
  const changes = compareManifests(baseline, definitions);
  const required = requiredBump(changes, version);
  const files = readdirSync(changesetFolder).filter((file) => file.endsWith('.md'));
  const announced = announcedBump(
    files.map((file) => readFileSync(new URL(file, changesetFolder), 'utf8')),
    name,
  );
  for (const { level, text } of changes) process.stdout.write(`${level}: ${text}\n`);
  if (isEnough(announced, required)) return 0;
  process.stderr.write(
    `The manifest asks for a ${required} changeset of ${name}; there is ${announced ?? 'none'}. Run: pnpm changeset\n`,
  );
  return 1;
}

process.exitCode = checkManifest();
