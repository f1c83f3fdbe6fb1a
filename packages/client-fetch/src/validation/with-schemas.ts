import type { Profile } from '../clients/profile.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import type { SchemaTransport, Transport } from '../transport/transport.ts';
import type { Report } from './contract-violation.ts';
import { withAnswerChecked } from './with-validation.ts';

/** What answers and events are held to. */
export interface SchemaOptions {
  /** Schemas of one deployment; that of a call wins. */
  profile?: Profile | undefined;
  /** Told of what doesn't match, in place of a ContractViolationError; that of a call wins. */
  report?: Report | undefined;
}

/**
 * A transport that takes the option `schema` of a call, and holds what comes to it: put it around all others. A
 * transport without it refuses a call with a schema.
 */
export function withSchemas(transport: Transport, options: SchemaOptions = {}): SchemaTransport {
  const { profile, report: told } = options;
  const held: Transport = async ({ schema: own, report = told, ...request }) => {
    const { operation, answer } = request;
    if (own !== undefined && typeof Object(own)['~standard']?.validate !== 'function')
      throw new ConfigurationError('needs a Standard Schema: correct schema', {
        operation,
        option: 'schema',
      });
    const profiled = answer === 'ndjson' ? profile?.event : profile?.operations?.[operation]?.answer;
    const schema = own ?? profiled;
    const response = await transport(request);
    return schema ? withAnswerChecked(response, request, { schema, report }) : response;
  };
  return Object.assign(held, { holdsSchemas: true as const });
}
