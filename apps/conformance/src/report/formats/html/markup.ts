import { html } from 'hono/html';

/** Text that is safe to stand in a page: whatever was put into it has been escaped. */
export type Markup = ReturnType<typeof html>;

/** A rule by its name, with a link to its page where it has one. */
export function ruleName(rule: string, page: string | undefined): Markup {
  const name = html`<code>${rule}</code>`;
  return page === undefined ? name : html`<a href="${page}">${name}</a>`;
}

/** Where a sentence stands in the interface document. */
export function place({ section, line }: { readonly section: string; readonly line: number }): Markup {
  const where = line > 0 ? `section ${section}, line ${line}` : `section ${section}`;
  return html`<span class="place">${where}</span>`;
}
