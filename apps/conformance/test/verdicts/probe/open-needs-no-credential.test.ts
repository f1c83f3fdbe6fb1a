import { expect, test } from 'vitest';
import { calls, verdictOfLaw } from '../law/judge-law.ts';

const rule = 'auth.open-needs-no-credential';
const event = {
  operation: 'receivePaymentEvent',
  identity: 'missing',
  path: '/me/payments/webhook',
} as const;
const forged = { ...event, intent: { kind: 'refusal', certain: true } } as const;
const secured = { operation: 'getCredits', identity: 'missing', status: 401 } as const;

test('a signed event that is refused otherwise than a forged one needs a credential', () => {
  const some = calls(secured, { ...forged, status: 400 }, { ...event, status: 401 });
  expect(verdictOfLaw(rule, some)).toBe('failed');
});

test('a signed event that is refused as a forged one is: its signature may be what is wrong', () => {
  const some = calls(secured, { ...forged, status: 401 }, { ...event, status: 401 });
  expect(verdictOfLaw(rule, some)).not.toBe('failed');
});

test('an event that is taken needs none', () => {
  const some = calls(secured, { ...forged, status: 400 }, event);
  expect(verdictOfLaw(rule, some)).toBe('passed');
});
