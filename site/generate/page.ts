/** A page of the site: where it lies, and its Markdown. */
export interface Page {
  /** Without slashes at its ends, such as `rules/run.put-during-job-is-409`. */
  readonly slug: string;
  readonly title: string;
  readonly description?: string;
  readonly text: string;
}

/** The Markdown file that Starlight reads. */
export function toFile({ slug, title, description, text }: Page): string {
  const facts = {
    title,
    slug,
    ...(description && { description }),
    ...(isOneOfMany(slug) && { tableOfContents: false }),
  };
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n${scrollable(text.trim())}\n`;
}

/** Wide tables scroll by themselves, also by keyboard; the page doesn't. */
function scrollable(text: string): string {
  return outsideCode(text, (part) =>
    part.replaceAll(/(?:^\|.*(?:\n|$))+/gm, '<div class="wide" tabindex="0">\n\n$&\n</div>\n'),
  );
}

/** Changes a text, but not its blocks of code. */
export function outsideCode(text: string, change: (part: string) => string): string {
  return text
    .split(/(```[\s\S]*?```)/)
    .map((part, at) => (at % 2 === 1 ? part : change(part)))
    .join('');
}

function isOneOfMany(slug: string): boolean {
  return /^(rules|operations)\//.test(slug);
}

/** A text of the contract in Markdown, as it stands there. */
export function literal(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~]/g, (character) => `&#${character.charCodeAt(0)};`);
}
