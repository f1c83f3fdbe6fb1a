import { readFileSync } from 'node:fs';
import * as z from 'zod';

const manifest = z.object({ rulesUrl: z.url().optional() });

let rulesUrl: string | null | undefined;

/** The page of a rule. Only a published package has one: packing writes `rulesUrl` into its package.json. */
export function ruleAddress(rule: string): string | undefined {
  if (rulesUrl === undefined) {
    const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
    rulesUrl = manifest.parse(JSON.parse(text)).rulesUrl ?? null;
  }
  return rulesUrl === null ? undefined : `${rulesUrl}${rule}/`;
}
