import type { Operation, Rule } from './spec.ts';

const texts = {
  status: 'An answer has a status that the document lists for the operation.',
  'media-type': 'The body of an answer has a media type that the document lists for its status.',
  body: 'A JSON body is valid by the schema that the document gives for its status.',
  header: 'An answer has each header that the document requires for its status.',
  bounds: 'A request is taken or refused by the bounds that the document gives for its values.',
} as const;

/**
 * What a deployment's own OpenAPI document demands of it, one rule for each kind. They bind a run only where the
 * deployment gives such a document.
 */
export function declaredRules(operations: readonly Operation[]): readonly Rule[] {
  return Object.entries(texts).map(([kind, text]) => ({
    id: `declared.${kind}`,
    basis: 'declared',
    section: '',
    text,
    operations: operations.map(({ id }) => id),
    checks: [`declared.${kind}`],
  }));
}
