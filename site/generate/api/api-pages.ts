import { literal, type Page } from '../page.ts';
import type { Declaration, Entry, Export, Tag } from './read-entries.ts';

/** Longer ones are data, such as tables: their beginning says what they are. */
const longest = 4_000;

const titles: Readonly<Record<Export['kind'], string>> = {
  function: 'Functions',
  class: 'Classes',
  value: 'Values',
  type: 'Types',
};

/** A page for each entry of the packages: what it exports, with its docstrings and declarations. */
export function apiPages(packages: readonly (readonly Entry[])[], base: string): readonly Page[] {
  const entries = packages.flat();
  const homes = homesOf(entries);
  const pages = entries
    .filter(({ exports }) => exports.length > 0)
    .map(
      (entry): Page => ({
        slug: slugOf(entry.name),
        title: entry.name,
        description: `What ${entry.name} exports.`,
        text: textFor(entry, (one) => homes.get(one.origin), base),
      }),
    );
  return [listOf(packages, base), ...pages];
}

/** Where an export is told in full, as what it is called there. */
interface Home {
  readonly entry: string;
  readonly name: string;
}

/** What several entries export is told by the most special one. */
function homesOf(entries: readonly Entry[]): ReadonlyMap<string, Home> {
  const specialFirst = entries.toSorted((one, other) => depthOf(other.name) - depthOf(one.name));
  const homes = new Map<string, Home>();
  for (const { name: entry, exports } of specialFirst)
    for (const { origin, name } of exports) if (!homes.has(origin)) homes.set(origin, { entry, name });
  return homes;
}

function depthOf(name: string): number {
  return name.split('/').length;
}

function slugOf(entry: string): string {
  return `api/${entry.replace('@agent-workers/', '')}`;
}

function listOf(packages: readonly (readonly Entry[])[], base: string): Page {
  const lines = packages.map((entries) => {
    const links = entries
      .filter(({ exports }) => exports.length > 0)
      .map(({ name, exports }) => `- [\`${name}\`](${base}/${slugOf(name)}/), ${exports.length} exports`);
    return `## ${entries[0]?.name}\n\n${links.join('\n')}`;
  });
  const text = `Made of the docstrings and declarations that the packages are published with.\n\n${lines.join('\n\n')}`;
  return {
    slug: 'api',
    title: 'API reference',
    description: 'What each entry of the packages exports.',
    text,
  };
}

function textFor({ name, exports }: Entry, homeOf: (one: Export) => Home | undefined, base: string): string {
  const own = exports.filter((one) => homeOf(one)?.entry === name);
  const others = exports.filter((one) => !own.includes(one));
  const sections = (['function', 'class', 'value', 'type'] as const).flatMap((kind) => {
    const some = own.filter((one) => one.kind === kind);
    return some.length === 0 ? [] : [`## ${titles[kind]}`, ...some.map(describe)];
  });
  const links = others.map((one) => {
    const { entry, name: known } = homeOf(one) ?? { entry: name, name: one.name };
    return `[\`${one.name}\`](${base}/${slugOf(entry)}/#${anchorOf(known)})`;
  });
  const also = links.length === 0 ? [] : ['## Told elsewhere', `${links.join(', ')}.`];
  const known = own.find((one) => one.kind === 'function') ?? own[0] ?? exports[0];
  const what = known?.kind === 'type' ? 'import type' : 'import';
  return [`\`\`\`ts\n${what} { ${known?.name} } from '${name}';\n\`\`\``, ...sections, ...also].join('\n\n');
}

/** As the heading's own address; two exports may differ in capitals only, so each says its own. */
function anchorOf(name: string): string {
  return `export-${name}`;
}

function describe({ name, declarations }: Export): string {
  const heading = `<span id="${anchorOf(name)}"></span>\n\n### ${name}`;
  return [heading, ...declarations.map(declared)].join('\n\n');
}

function declared({ words, tags, text }: Declaration): string {
  const shown =
    text.length <= longest ? text : `${text.slice(0, text.lastIndexOf('\n', longest))}\n  // … and more`;
  return [...(words === '' ? [] : [prose(words)]), ...described(tags), `\`\`\`ts\n${shown}\n\`\`\``].join(
    '\n\n',
  );
}

function described(tags: readonly Tag[]): string[] {
  const lines = tags.flatMap(({ name, text }) => {
    if (name === 'param') return [`- \`${text.split(' ')[0]}\`: ${prose(text.replace(/^\S+\s*-?\s*/, ''))}`];
    if (name === 'returns') return [`- gives ${prose(text)}`];
    if (name === 'throws') return [`- throws ${prose(text.replace(/^\{(\w+)\}/, '`$1`'))}`];
    return name === 'deprecated' ? [`- **deprecated** ${prose(text)}`] : [];
  });
  return lines.length === 0 ? [] : [lines.join('\n')];
}

/** Docstrings are Markdown, but for what would be markup. */
function prose(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/[<>{}]/g, literal)))
    .join('')
    .replaceAll(/\{@link (\w+)\}/g, '`$1`');
}
