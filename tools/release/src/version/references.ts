import { globSync } from 'node:fs';

/**
 * How documents and templates name a released version. Before `v`-tags, image tags and version ranges can say `1`, there
 * has to be a 1.0.0: until then they name the version itself, since no range takes a release candidate.
 */
export function referenceFor(version: string): string {
  const [major = ''] = version.split('.');
  return version.includes('-') || major === '0' ? version : major;
}

const version = String.raw`\d[\w.-]*?(?=[^\w.-]|\.?(?:\s|$))`;

/** What stands before a version, in every form in which users are told one. */
const forms = [
  // uses: agent-workers/contract-kit@v1, and reusable workflows
  String.raw`agent-workers/contract-kit(?:/\.github/workflows/[\w-]+\.yml)?@v`,
  // image: ghcr.io/agent-workers/server:1
  String.raw`ghcr\.io/agent-workers/(?:conformance|server):`,
  // npx @agent-workers/conformance@1
  '@agent-workers/(?:conformance|server|spec|tools|types|client-fetch)@',
  // "${VERSION:-1}" in shell and compose files
  String.raw`\$\{VERSION:-`,
  // name: agent-workers-migrate-1
  'agent-workers-migrate-',
];
const reference = new RegExp(`(?<=${forms.join('|')})${version}`, 'g');

/** A reusable workflow runs the version that it was released with, as the action does. */
const own = new RegExp(String.raw`(?<=# the released version\n\s*default: ")${version}`, 'g');

/** The same text, telling its readers to use this version. */
export function withReferences(text: string, released: string): string {
  return text.replaceAll(reference, referenceFor(released)).replaceAll(own, released);
}

const places = [
  '*.md',
  'action.yml',
  '.github/workflows/*.yml',
  '{apps,packages,tools}/*/*.md',
  'apps/server/docs/*.md',
  'docs/**/*.md',
  'examples/**/*.{md,sh,yml,yaml,ts}',
  'images/**/*.{md,yaml}',
  'images/*/Dockerfile',
  'site/generate/*.ts',
];

/** What users read or copy, relative to the root of the repository. */
export function referringFiles(repository: string): readonly string[] {
  return globSync(places, {
    cwd: repository,
    exclude: ['**/node_modules/**', '**/CHANGELOG.md'],
  }).sort();
}
