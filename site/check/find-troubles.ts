import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BuiltPage } from './read-site.ts';

const largestView = 100_000;
const repository = join(import.meta.dirname, '../..');

/** Links that lead nowhere, what would be loaded from elsewhere, and pages whose first view is too heavy; in sentences. */
export function findTroubles(
  pages: readonly BuiltPage[],
  folder: string,
  homepage: string,
): readonly string[] {
  const base = baseOf(homepage);
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return pages.flatMap((page) => [
    ...[...page.links, ...page.related].flatMap(
      (link) => brokenLink(link, page, { byPath, folder, base, homepage }) ?? [],
    ),
    ...[...page.loaded, ...page.related]
      .filter((from) => /^(https?:)?\/\//.test(from))
      .map((from) => `${page.path} loads ${from}`),
    ...tooHeavy(page, folder, base),
  ]);
}

/** Where the site begins at its host: GitHub Pages have the name of the repository there. */
export function baseOf(homepage: string): string {
  return `/${new URL(homepage).pathname.split('/').at(-1)}`;
}

interface Site {
  readonly homepage: string;
  readonly byPath: ReadonlyMap<string, BuiltPage>;
  readonly folder: string;
  readonly base: string;
}

function brokenLink(link: string, page: BuiltPage, site: Site): string | undefined {
  const { byPath, folder, base, homepage } = site;
  const [, source] = link.startsWith(homepage) ? (/\/(?:tree|blob)\/main\/([^#?]+)/.exec(link) ?? []) : [];
  if (source !== undefined && !existsSync(join(repository, decodeURIComponent(source))))
    return `${page.path} links to ${link}, which isn't in the repository`;
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
  const own = path.endsWith('/') ? `${path}index.html` : path;
  const files = [own, ...new Set(loaded.map((from) => from.slice(base.length)))];
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
