import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { Markup } from './markup.ts';
import { style } from './style.ts';

const styleHash = createHash('sha256').update(style).digest('base64');
/** The page loads nothing and runs nothing, even if some text of a target got through as markup. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

/** One self-contained page. */
export async function htmlDocument(title: string, body: Markup): Promise<string> {
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
${body}
</body>
</html>
`;
  return String(page);
}
