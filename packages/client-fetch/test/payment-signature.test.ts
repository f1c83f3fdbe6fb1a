import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { CallError, verifyPaymentEvent } from '../src/index.ts';
import { signPaymentEvent } from '../src/testing.ts';
import { bytesOf } from './helpers/chunks.ts';

const secret = 'whsec_test';
const payload = '{"type":"invoice.paid","amount":"ü 5"}';
const bytes = bytesOf(payload);
const now = () => 1_800_000_000_000;

describe('A payment event', () => {
  it("is taken by Stripe's own library as it is signed here, and the other way round", async () => {
    const header = await signPaymentEvent({ bytes, secret });
    expect(Stripe.webhooks.constructEvent(payload, header, secret)).toEqual(JSON.parse(payload));
    const theirs = Stripe.webhooks.generateTestHeaderString({ payload, secret });
    expect(await verifyPaymentEvent({ bytes, header: theirs, secret })).toEqual(JSON.parse(payload));
  });

  it('is taken while the secret is being replaced', async () => {
    const header = await signPaymentEvent({ bytes, secret, now });
    expect(await verifyPaymentEvent({ bytes, header, secret: ['whsec_new', secret], now })).toHaveProperty(
      'type',
    );
  });

  it.each([
    ['without a header', { header: null }, 'has no signature of scheme v1'],
    ['with a header of another scheme', { header: 't=1,v0=00' }, 'has no signature of scheme v1'],
    ['with another secret', { secret: 'whsec_other' }, 'has a signature that does not fit its body'],
    ['with another body', { bytes: bytesOf('{}') }, 'has a signature that does not fit its body'],
    [
      'after the tolerance',
      { now: () => now() + 301_000 },
      'was signed more than 300 s ago, or in the future',
    ],
    ['before its time', { now: () => now() - 301_000 }, 'was signed more than 300 s ago, or in the future'],
  ])('is refused %s', async (_, change, problem) => {
    const header = await signPaymentEvent({ bytes, secret, now });
    const error = await verifyPaymentEvent({ bytes, header, secret, now, ...change }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({ name: 'PaymentSignatureError', message: `verifyPaymentEvent ${problem}.` });
  });
});
