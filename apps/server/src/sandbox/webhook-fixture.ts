import type { EmbeddedProvider } from '../payments/embedded/embedded-provider.ts';

/** A genuine event that changes nothing, for trying the payment webhook. */
export interface WebhookFixture {
  signatureHeader: string;
  validSignature: string;
  body: string;
}

/** Signs an event now; a sandbox takes it for a day. */
export function webhookFixture({ signatureHeader, sign }: EmbeddedProvider): WebhookFixture {
  const body = harmlessEvent();
  return { signatureHeader, validSignature: sign(new TextEncoder().encode(body)), body };
}

/** The text of an event that changes nothing. */
export function harmlessEvent(): string {
  return JSON.stringify({ id: `evt_${crypto.randomUUID()}`, type: 'ping', at: new Date().toISOString() });
}
