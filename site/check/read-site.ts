import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTreeAdapterMap, parse } from 'parse5';

type Node = DefaultTreeAdapterMap['node'];

export interface BuiltPage {
  /** As it is asked for, with a slash at its end: `/rules/`. */
  readonly path: string;
  readonly ids: ReadonlySet<string>;
  /** What a reader may click. */
  readonly links: readonly string[];
  /** What a browser loads by itself before it shows the page: scripts, styles, pictures. */
  readonly loaded: readonly string[];
  /** What else it may ask for: icons, maps of the site. */
  readonly related: readonly string[];
}

/** Reads every page of a built site. */
export function readSite(folder: string): readonly BuiltPage[] {
  return globSync('**/*.html', { cwd: folder }).map((file) => {
    const elements = elementsIn(parse(readFileSync(join(folder, file), 'utf8')));
    const values = (attribute: string, of = elements): string[] =>
      of.flatMap(({ attributes }) => attributes[attribute] ?? []);
    const anchors = elements.filter(({ tagName }) => tagName === 'a');
    const own = elements.filter(({ tagName }) => tagName === 'link');
    const styles = own.filter(({ attributes }) => attributes.rel === 'stylesheet');
    // Addresses of the page itself, as others should know it.
    const related = own.filter(
      ({ attributes }) => !['stylesheet', 'canonical', 'alternate'].includes(attributes.rel ?? ''),
    );
    return {
      path: `/${file.replace(/(^|\/)index\.html$/, '$1')}`,
      ids: new Set(values('id')),
      links: values('href', anchors),
      loaded: [...values('src'), ...values('href', styles)],
      related: values('href', related),
    };
  });
}

function elementsIn(
  node: Node,
): { readonly tagName: string; readonly attributes: Readonly<Record<string, string>> }[] {
  const own =
    'attrs' in node
      ? [
          {
            tagName: node.tagName,
            attributes: Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])),
          },
        ]
      : [];
  return [...own, ...('childNodes' in node ? node.childNodes.flatMap(elementsIn) : [])];
}
