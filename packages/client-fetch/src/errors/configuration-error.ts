import { CallError, type CallErrorDetails } from './call-error.ts';

export interface ConfigurationErrorDetails extends CallErrorDetails {
  option: string;
  variable?: string;
}

/** An option is missing or wrong: an address, a credential, a timeout, extra fields, a schema that nothing holds. Nothing was sent. */
export class ConfigurationError extends CallError<ConfigurationErrorDetails> {
  override name = 'ConfigurationError';
  /** The option that is missing or wrong. */
  declare readonly option: string;
  /** The variable of the environment that stands in for it, where a client reads one. */
  declare readonly variable: string | undefined;
}
