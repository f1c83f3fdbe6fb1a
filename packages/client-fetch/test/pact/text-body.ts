import { MatchersV3, type PactV4 } from '@pact-foundation/pact';
import type { TextBody } from './answers.ts';

// Pact exports no names for these types.
type WithRequest = ReturnType<ReturnType<PactV4['addInteraction']>['withRequest']>;
type ResponseBuilder = Parameters<NonNullable<Parameters<WithRequest['willRespondWith']>[1]>>[0];

/**
 * Gives a response a body that is no JSON document. The builder's own `body` writes a rule that sniffs the bytes with
 * the machine's list of media types; this field of it, which is not public, doesn't.
 */
export function withTextBody(builder: ResponseBuilder, { example, mediaType, pattern }: TextBody): void {
  const { interaction } = builder as { interaction?: { withResponseBody?: unknown } };
  if (typeof interaction?.withResponseBody !== 'function')
    throw new Error('This version of Pact keeps its interaction elsewhere.');
  interaction.withResponseBody(example, mediaType);
  builder.matchingRules({ body: { path: '$', rules: [MatchersV3.regex(pattern, example)] } });
}
