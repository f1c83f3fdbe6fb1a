import type { Deployment } from './deployment.ts';

/** Pays a checkout as a person does: opens its page and presses the button. */
export async function pay({ app }: Pick<Deployment, 'app'>, checkoutUrl: string): Promise<Response> {
  return await app.fetch(new Request(`${checkoutUrl}/pay`, { method: 'POST' }));
}

export async function cancel({ app }: Pick<Deployment, 'app'>, checkoutUrl: string): Promise<Response> {
  return await app.fetch(new Request(`${checkoutUrl}/cancel`, { method: 'POST' }));
}
