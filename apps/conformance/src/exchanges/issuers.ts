/** The operations whose answers hold a key or a token, under a name that is not shown. */
export const issuers: readonly string[] = [
  'createApiKey',
  'getApiKey',
  'getDefaultApiKey',
  'consumeCliAuthJwt',
];
