import { createMiddleware } from 'hono/factory';

const security = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** For pages that people see: no script runs in them, nothing is loaded from elsewhere, and no browser keeps them. */
export const securePages = createMiddleware(async (context, next) => {
  await next();
  for (const [name, value] of Object.entries(security)) context.header(name, value);
});
