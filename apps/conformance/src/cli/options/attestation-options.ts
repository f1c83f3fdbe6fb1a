import type { OptionFacts } from './option-facts.ts';

/** What an attestation says besides the report, and who signed it. */
export const attestationOptions = {
  'target-version': {
    value: 'TEXT',
    words: 'what the deployment calls the version that is judged',
    group: 'target',
    commands: ['run', 'judge', 'proxy'],
  },
  'signing-key': {
    value: 'FILE',
    words: 'PEM of the private key that signs; unsigned without',
    group: 'output',
    commands: ['attest'],
  },
  'public-key': {
    value: 'FILE',
    words: 'PEM of the public key of the signer',
    group: 'output',
    commands: ['verify-attestation'],
  },
} as const satisfies Record<string, OptionFacts>;
