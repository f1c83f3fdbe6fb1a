import { CallError, type CallErrorDetails } from './call-error.ts';

export interface ConfigurationErrorDetails extends CallErrorDetails {
  option: string;
  variable?: string;
}

/** An address or a credential is missing or wrong. Nothing was sent. */
export class ConfigurationError extends CallError<ConfigurationErrorDetails> {
  override name = 'ConfigurationError';
  /** The option that gives it. */
  declare readonly option: string;
  /** The variable of the environment that gives it too. */
  declare readonly variable: string | undefined;
}
