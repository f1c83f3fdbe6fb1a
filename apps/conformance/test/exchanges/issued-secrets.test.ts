import { expect, test } from 'vitest';
import { issuedSecrets } from '../../src/exchanges/issued-secrets.ts';

const key = 'awk_8hY3wE6uRp2KaS5dG1jM0bV4';

test.each([
  ['a link to the record', { key, _links: { self: { href: '/api/me/api-keys/5' } } }],
  ['a whole address', { key, url: 'https://api.example/me/api-keys/5' }],
  ['an identifier', { key, id: '1b4e28ba-2fa1-11d2-883f-0016d3cca427' }],
  ['a time', { key, created_at: '2026-11-27T19:10:12.721674+00:00' }],
])('%s is no secret beside the key', (_, body) => {
  expect(issuedSecrets(JSON.stringify(body))).toEqual([key]);
});

test('an address with a secret in it is one', () => {
  const link = `https://api.example/login/${key}`;
  expect(issuedSecrets(JSON.stringify({ link }))).toEqual([link]);
});

test('a secret that begins with a stroke is one', () => {
  expect(issuedSecrets('["/9j4AAQSkZJRgABAQ/AAAQABAAD"]')).toEqual(['/9j4AAQSkZJRgABAQ/AAAQABAAD']);
});
