import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor, holdsIssuedKey } from '../../src/exchanges/redact.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const secrets = fc
  .string({ minLength: 16, maxLength: 40, unit: 'grapheme-ascii' })
  .filter((text) => text.trim() === text);

test('no answer carries a secret into the recording, however the target spells it', () => {
  fc.assert(
    fc.property(secrets, (secret) => {
      const bytes = Buffer.from(secret);
      const spellings = [
        secret,
        encodeURIComponent(secret),
        bytes.toString('base64'),
        bytes.toString('base64url'),
        bytes.toString('hex'),
        Buffer.from(`Bearer ${secret}`).toString('base64'),
      ];
      const { redact } = createRedactor([secret]);
      for (const spelling of spellings) {
        const { response } = redact(
          exchangeOf({ body: `you sent ${spelling} to us`, headers: [['x-echo', spelling]] }),
        );
        expect(response?.body.text).not.toContain(spelling);
        expect(response?.headers[0]?.[1]).not.toContain(spelling);
      }
    }),
  );
});

test('an answer without a secret is left as it is', () => {
  const exchange = exchangeOf({ body: 'nothing to hide' });
  expect(createRedactor(['a-secret-key-of-somebody', undefined, '']).redact(exchange)).toEqual(exchange);
});

test('a key that the target issued is known by its mask wherever it shows again', () => {
  fc.assert(
    fc.property(secrets, (key) => {
      const { redact, hideKey } = createRedactor([]);
      hideKey(key);
      const { request, response } = redact(exchangeOf({ body: JSON.stringify({ value: key }) }));
      expect(holdsIssuedKey(response?.body.text ?? '')).toBe(true);
      expect(holdsIssuedKey(request.body ?? '')).toBe(false);
      expect(response?.body.text).not.toContain(key);
    }),
  );
});

test('of a great many secrets none is left', () => {
  const many = Array.from({ length: 400 }, (_, index) => `secret-of-somebody-${index}`);
  const { redact } = createRedactor(many);
  const { response } = redact(exchangeOf({ body: many.join(' '), headers: many.map((one) => ['x', one]) }));
  const left = JSON.stringify(response);
  expect(many.filter((secret) => left.includes(secret))).toEqual([]);
});
