import { expect, test } from 'vitest';
import { type SignatureScheme, signatureHeader, signEvent } from '../../src/exchanges/sign-event.ts';

const body = '{"id":"evt_1"}';
// printf '%s' BODY | openssl dgst -sha256 -hmac whsec_1
const hex = 'aa888a496b006ee8776cb6ca97b78913345a3b818e66a90478a0a27aef6ba4ff';
const timed = 'aa4ceab7a70e563f240175d250c71e4ad63937dd0277396a7bc9f381acacf50c';

test.each<[SignatureScheme, string]>([
  ['hex', hex],
  ['base64', Buffer.from(hex, 'hex').toString('base64')],
  ['sha256=hex', `sha256=${hex}`],
  ['t=seconds,v1=hex', `t=1767225600,v1=${timed}`],
])('an event is signed by the scheme %s', (scheme, signature) => {
  expect(signEvent(body, { secret: 'whsec_1', scheme }, 1_767_225_600)).toBe(signature);
});

const webhook = { signatureHeader: 'signature', validSignature: 'given', body };

test('a signature that is given is sent as it is, and one of our own is made', () => {
  const signing = {
    deployment: { fixtures: { webhook: { ...webhook, secret: 'whsec_1', scheme: 'hex' } } },
  } as const;
  expect(signatureHeader({ name: 'signature', value: 'given' }, body, signing)).toEqual({
    signature: 'given',
  });
  expect(signatureHeader({ name: 'signature', value: {} }, body, signing)).toEqual({ signature: hex });
  expect(signatureHeader(undefined, body, signing)).toEqual({});
});
