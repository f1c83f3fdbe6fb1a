import { isObject, mapValues } from './json.ts';

/** What the contract marks as not shown, by its words, and how it is here. */
const answers: Readonly<Record<string, string>> = {
  'sort order': 'newest first',
  'the state after the soft delete': 'not listed, not readable; a second delete is refused with 400',
  'the maximum number of files per agent': '20 files',
  'how many credits one call uses': 'one credit; 404 when there is none',
  'name of the webhook signature header':
    'payment-signature, or stripe-signature where Stripe takes the payments',
  'token lifetime and scopes': 'the issuer decides on the lifetime; there are no scopes',
  'key format, token lifetime and scopes': 'awk_ and 43 characters; keys have neither an end nor scopes',
  'value format': 'a UUID',
};

/** The document with each mark of something not shown replaced by our choice. */
export function fillUnspecified(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(fillUnspecified);
  if (!isObject(node)) return node;
  const { 'x-not-shown': notShown, ...rest } = node;
  const filled = mapValues(rest, fillUnspecified);
  if (notShown === undefined) return filled;
  const answer = answers[String(notShown)];
  return answer === undefined ? { 'x-not-shown': notShown, ...filled } : { ...filled, 'x-choice': answer };
}
