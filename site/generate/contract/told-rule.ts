import type { Rule } from '../../../apps/conformance/src/spec/spec.ts';

/** A rule of the contract, a law, or one that a deployment's own document brings with it. */
export type ToldRule = Pick<
  Rule,
  'id' | 'basis' | 'section' | 'text' | 'reading' | 'operations' | 'checks' | 'notChecked'
>;
