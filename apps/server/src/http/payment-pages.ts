import { Hono } from 'hono';
import { html } from 'hono/html';
import type { EmbeddedProvider } from '../payments/embedded/embedded-provider.ts';
import { securePages } from '../platform/http/secure-pages.ts';

/**
 * The embedded provider's checkout, outside the documented paths. Its address holds 192 random bits, and a client that has
 * it may pay: as with a real provider.
 */
export function paymentPages(provider: EmbeddedProvider): Hono {
  const pages = new Hono();
  pages.use(securePages);
  pages.get('/checkout/:id', async (context) => {
    const checkout = await provider.findCheckout(context.req.param('id'));
    if (!checkout) return context.html(page('There is no such checkout.'), 404);
    if (checkout.state !== 'open') return context.html(page('This checkout is closed.'));
    const { description, amount } = checkout.request;
    const price = `${(amount / 100).toFixed(2)} USD`;
    return context.html(
      page(description, html`<p>${price}. No real money moves here.</p>${buttons(checkout.id)}`),
    );
  });
  pages.post('/checkout/:id/pay', async (context) => {
    const id = context.req.param('id');
    const isPaid = await provider.pay(id);
    const checkout = await provider.findCheckout(id);
    if (!isPaid || !checkout) return context.html(page('This checkout is not open.'), 409);
    return context.redirect(checkout.request.successUrl, 303);
  });
  pages.post('/checkout/:id/cancel', async (context) => {
    const id = context.req.param('id');
    const isCanceled = await provider.cancel(id);
    const checkout = await provider.findCheckout(id);
    if (!isCanceled || !checkout) return context.html(page('This checkout is not open.'), 409);
    return context.redirect(checkout.request.cancelUrl, 303);
  });
  pages.get('/done', (context) => context.html(page('Thank you. The payment has been made.')));
  pages.get('/canceled', (context) => context.html(page('The payment was canceled. Nothing was paid.')));
  return pages;
}

/** Addresses are relative, so they hold whatever is in front of the server. */
function buttons(id: string) {
  return html`<form method="post">
    <button formaction="${id}/pay">Pay</button>
    <button formaction="${id}/cancel">Cancel</button>
  </form>`;
}

function page(title: string, content: ReturnType<typeof html> | string = '') {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${title}</title>
      <style>
        body { font: 16px/1.5 system-ui; max-width: 30rem; margin: 4rem auto; padding: 0 1rem; }
        button { font: inherit; padding: 0.5rem 1.5rem; margin-right: 1rem; }
      </style>
      <h1>${title}</h1>
      ${content}
    </html>`;
}
