import type { Logger } from '../platform/logger.ts';
import type { AppOptions } from './app.ts';

/** Keeps the operator's own secrets out of what is reported: others' error messages may quote them. */
export function withoutSecrets(logger: Logger, options: AppOptions): Logger {
  const secrets = secretsOf(options);
  return (sentence, details) =>
    logger(
      sentence,
      details && 'error' in details ? { ...details, error: hide(details.error, secrets) } : details,
    );
}

function secretsOf({ model, secret, stripe, controlToken, adminToken, databaseUrl }: AppOptions): string[] {
  const apiKey = model && 'apiKey' in model ? model.apiKey : undefined;
  const password = databaseUrl && URL.parse(databaseUrl)?.password;
  const all = [apiKey, secret, stripe?.secretKey, stripe?.webhookSecret, controlToken, adminToken, password];
  return all.flatMap((one) => (one ? [one] : []));
}

/** The error itself unless its text has a secret. */
function hide(error: unknown, secrets: readonly string[]): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  const texts = [String(error), String(cause)];
  if (!texts.some((text) => secrets.some((secret) => text.includes(secret)))) return error;
  const [message, reason] = texts.map((text) =>
    secrets.reduce((left, secret) => left.replaceAll(secret, '[secret]'), text),
  );
  return new Error(message, cause === undefined ? {} : { cause: reason });
}
