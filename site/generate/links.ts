import { posix } from 'node:path';
import { outsideCode } from './page.ts';

interface Place {
  /** Of the document, relative to the root of the repository. */
  readonly path: string;
  readonly slugs: ReadonlyMap<string, string>;
  readonly homepage: string;
  readonly base: string;
}

/** Relative links lead to pages of the site where there is one, else into the repository. Code is left as it is. */
export function rewriteLinks(text: string, place: Place): string {
  return outsideCode(text, (part) =>
    part.replaceAll(/\]\(([^()\s]+)\)/g, (_, target: string) => `](${rewritten(target, place)})`),
  );
}

function rewritten(target: string, { path, slugs, homepage, base }: Place): string {
  if (/^([a-z]+:|#|\/)/.test(target)) return target;
  const [file = '', anchor] = target.split('#');
  const found = posix.normalize(posix.join(posix.dirname(path), file)).replace(/\/$/, '');
  const slug = slugs.get(found) ?? slugs.get(`${found}/README.md`);
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (slug !== undefined) return `${base}/${slug}/${hash}`;
  return /\.(svg|png)$/.test(found)
    ? `${base}/${posix.basename(found)}`
    : `${homepage}/tree/main/${found}${hash}`;
}
