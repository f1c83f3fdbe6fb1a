import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSignedBody, signBody } from '../../../src/domain/payments/signature.ts';

const secret = Buffer.from('a secret');
const now = 1_800_000_000;
const check = { secret, now, window: 300 };
const bytes = fc.uint8Array({ maxLength: 200 });

describe('a webhook signature', () => {
  it('vouches for exactly the bytes that were signed, whatever they are', () => {
    fc.assert(
      fc.property(bytes, bytes, (body, other) => {
        const header = signBody(body, { secret, now });
        expect(isSignedBody({ body, header }, check)).toBe(true);
        const isSame = Buffer.compare(body, other) === 0;
        expect(isSignedBody({ body: other, header }, check)).toBe(isSame);
      }),
    );
  });

  it('is worth nothing when a single bit of the body is turned', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), (body, position) => {
        const header = signBody(body, { secret, now });
        const changed = Uint8Array.from(body);
        changed[position % body.length] = (changed[position % body.length] ?? 0) ^ 1;
        expect(isSignedBody({ body: changed, header }, check)).toBe(false);
      }),
    );
  });

  it('holds within the window to both sides of now, and no longer', () => {
    fc.assert(
      fc.property(bytes, fc.integer({ min: -1000, max: 1000 }), (body, age) => {
        const header = signBody(body, { secret, now: now - age });
        expect(isSignedBody({ body, header }, check)).toBe(Math.abs(age) <= 300);
      }),
    );
  });

  it('of another secret is refused, and so is anything that is no signature', () => {
    const body = randomBytes(20);
    const genuine = signBody(body, { secret, now });
    const headers = [
      signBody(body, { secret: Buffer.from('another'), now }),
      '',
      'v1=',
      `t=${now}`,
      genuine.slice(0, -1),
      `${genuine}00`,
      genuine.replace('t=', 't=1'),
      genuine.toUpperCase(),
    ];
    for (const header of headers) expect(isSignedBody({ body, header }, check), header).toBe(false);
  });
});
