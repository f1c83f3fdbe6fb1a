import { json } from '@sigstore/core';
import type { Config } from '../deployment/config.ts';
import { digestText } from './digests.ts';

/**
 * The digest of a config without its secrets: two configs that differ only in credentials have the same. Fixtures that open
 * something, such as codes and signatures, count as secrets.
 */
export function digestConfig({ credentials, stateToken, fixtures, ...rest }: Config): string {
  const { vipCode, ownVipCode, webhook, ...open } = fixtures ?? {};
  // What is undefined stands in no file.
  return digestText(json.canonicalize(JSON.parse(JSON.stringify({ ...rest, fixtures: open }))));
}
