import { defaultQuotas, type QuotaName } from '../../domain/quotas.ts';
import type { Tier } from '../../domain/visibility.ts';
import { UserError } from '../../platform/errors.ts';
import type { LogLevel } from '../../platform/logger.ts';

// Each makes the value of an option of its text. @throws {UserError} when the text has no sense.

export function toPort(text: string, option: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UserError(`${option} ${text} is not a port: give a number from 0 (any free port) to 65535.`);
}

/** In ms. */
export function toMilliseconds(text: string, option: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text) * 1_000;
  throw new UserError(`${option} ${text} is not a number of seconds from 0 to 999.`);
}

export function toDays(maximum: number) {
  return (text: string, option: string): number => {
    const days = Number(text);
    if (/^[1-9]\d*$/.test(text) && days <= maximum) return days;
    throw new UserError(`${option} ${text} is not a number of days from 1 to ${maximum}.`);
  };
}

export function toPrograms(text: string, option: string): number {
  const maximum = Number(text);
  if (Number.isInteger(maximum) && maximum >= 1) return maximum;
  throw new UserError(`${option} ${text} is not a number from 1.`);
}

export function toProxies(text: string, option: string): number {
  if (/^\d$/.test(text)) return Number(text);
  throw new UserError(`${option} ${text} is not a number of proxies from 0 to 9.`);
}

export function toLogLevel(text: string, option: string): LogLevel {
  if (text === 'error' || text === 'info') return text;
  throw new UserError(`${option} ${text} is no level: give error or info.`);
}

export function toTier(text: string, option: string): Tier {
  if (text === 'standard' || text === 'sandbox') return text;
  throw new UserError(`${option} ${text} is not a tier: give standard or sandbox.`);
}

export function toUrl(text: string, option: string): URL {
  const url = URL.parse(text);
  if (url) return url;
  throw new UserError(`${option} ${text} is not a URL.`);
}

/** A URL as it was given. */
export function toUrlText(text: string, option: string): string {
  toUrl(text, option);
  return text;
}

/** An address of the web as it was given. */
export function toAddress(text: string, option: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new UserError(`${option} ${text} is not an address of the web.`);
}

/** An address of the web without its path. */
export function toOrigin(text: string, option: string): string {
  return new URL(toAddress(text, option)).origin;
}

export function toList(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

export function toOrigins(text: string, option: string): string[] {
  return toList(text).map((origin) => {
    if (origin === '*' || URL.parse(origin)?.origin === origin) return origin;
    throw new UserError(`${option} ${origin} is not an origin: give such as https://app.example, or *.`);
  });
}

export function toQuota(text: string, option: string): { name: QuotaName; maximum: number } {
  const [, given, number] = /^(\w+)=(\d{1,12})$/.exec(text) ?? [];
  const name = quotaNames.find((one) => one === given);
  if (name !== undefined) return { name, maximum: Number(number) };
  throw new UserError(
    `${option} ${text} is not NAME=NUMBER with one of these names: ${quotaNames.join(', ')}.`,
  );
}

/** The quotas that may be set. */
export const quotaNames = Object.keys(defaultQuotas).filter(isQuota);

function isQuota(name: string): name is QuotaName {
  return Object.hasOwn(defaultQuotas, name);
}
