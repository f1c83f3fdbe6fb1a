import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTraces } from '../generate/contract/read-traces.ts';
import { contractPages } from '../generate/contract-pages.ts';
import { frontPage } from '../generate/front-page.ts';
import type { Page } from '../generate/page.ts';
import { repositoryPages } from '../generate/repository-pages.ts';

export const root = join(import.meta.dirname, '../..');
export const homepage = 'https://github.com/somebody/kit';

let made: Promise<readonly Page[]> | undefined;

/** All pages but those of the API reference, for which the packages have to be built. */
export function allPages(): Promise<readonly Page[]> {
  made ??= make();
  return made;
}

async function make(): Promise<readonly Page[]> {
  const { rules: mutants } = JSON.parse(
    readFileSync(join(root, 'apps/conformance/kill-matrix.json'), 'utf8'),
  );
  const traces = readTraces(join(root, 'apps/conformance/test/traces'));
  return [
    frontPage('/kit'),
    ...repositoryPages(root, homepage, '/kit'),
    ...(await contractPages({ mutants, traces, base: '/kit' })),
  ];
}
