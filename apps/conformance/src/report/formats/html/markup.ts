import { html } from 'hono/html';

/** Text that is safe to stand in a page: whatever was put into it has been escaped. */
export type Markup = ReturnType<typeof html>;

/** Where a sentence stands in the interface document. */
export function place({ section, line }: { readonly section: string; readonly line: number }): Markup {
  const where = line > 0 ? `section ${section}, line ${line}` : `section ${section}`;
  return html`<span class="place">${where}</span>`;
}
