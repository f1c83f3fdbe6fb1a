import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BuiltPage } from './read-site.ts';

const largestView = 100_000;

/** Links that lead nowhere, what would be loaded from elsewhere, and pages whose first view is too heavy; in sentences. */
export function findTroubles(pages: readonly BuiltPage[], folder: string, base: string): readonly string[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return pages.flatMap((page) => [
    ...[...page.links, ...page.related].flatMap(
      (link) => brokenLink(link, page, { byPath, folder, base }) ?? [],
    ),
    ...[...page.loaded, ...page.related]
      .filter((from) => /^(https?:)?\/\//.test(from))
      .map((from) => `${page.path} loads ${from}`),
    ...tooHeavy(page, folder, base),
  ]);
}

interface Site {
  readonly byPath: ReadonlyMap<string, BuiltPage>;
  readonly folder: string;
  readonly base: string;
}

function brokenLink(link: string, page: BuiltPage, { byPath, folder, base }: Site): string | undefined {
  if (/^(https?:|mailto:)/.test(link)) return undefined;
  const url = new URL(link, `http://site${base}${page.path}`);
  const path = decodeURIComponent(url.pathname).slice(base.length);
  const target = byPath.get(path);
  if (target === undefined)
    return existsSync(join(folder, path)) && !path.endsWith('/')
      ? undefined
      : `${page.path} links to ${link}, which isn't there`;
  const id = decodeURIComponent(url.hash.slice(1));
  return id === '' || target.ids.has(id)
    ? undefined
    : `${page.path} links to ${link}, and nothing there has that id`;
}

/** The page with all that it loads by itself, as a server sends it, compressed. */
function tooHeavy({ path, loaded }: BuiltPage, folder: string, base: string): string[] {
  if (path === '/report/' || path === '/404.html') return [];
  const files = [`${path}index.html`, ...new Set(loaded.map((from) => from.slice(base.length)))];
  const bytes = files.reduce((sum, file) => sum + compressed(join(folder, file)), 0);
  return bytes > largestView ? [`${path}: its first view weighs ${bytes} bytes`] : [];
}

/** Most pages load the same files. */
const known = new Map<string, number>();

function compressed(file: string): number {
  const size = known.get(file) ?? gzipSync(readFileSync(file)).length;
  known.set(file, size);
  return size;
}
