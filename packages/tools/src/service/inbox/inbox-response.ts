import { inboxPage } from './inbox-page.ts';
import { inboxScript } from './inbox-script.ts';
import { inboxStyle } from './inbox-style.ts';

const files: Readonly<Record<string, { type: string; text: string }>> = {
  '/inbox': { type: 'text/html', text: inboxPage },
  '/inbox.js': { type: 'text/javascript', text: inboxScript },
  '/inbox.css': { type: 'text/css', text: inboxStyle },
};

/** Nothing but our own script runs, whatever a push contains. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A file of the inbox page, which asks for a token in the browser and reads the pushes with it. */
export function inboxResponse(path: string): Response | undefined {
  const file = Object.hasOwn(files, path) ? files[path] : undefined;
  return (
    file &&
    new Response(file.text, {
      headers: {
        'content-type': `${file.type}; charset=utf-8`,
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      },
    })
  );
}
