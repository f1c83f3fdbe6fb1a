import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type * as z from 'zod';
import { UsageError } from '../deployment/errors.ts';
import { didYouMean } from '../deployment/nearest.ts';
import { nameKeys, type Waiver, waiverKeys, waiverSchema, waiversSchema } from './waiver.ts';

/**
 * Reads a waivers file, YAML or JSON.
 *
 * @throws UsageError when it can't be read or has another form
 */
export async function readWaivers(file: string): Promise<readonly Waiver[]> {
  const value = await readYaml(file);
  const list = typeof value === 'object' && value !== null && 'waivers' in value ? value.waivers : undefined;
  if (!Array.isArray(list)) throw new UsageError(`${file} is no waivers file: it needs a list \`waivers\`.`);
  const parsed = waiversSchema.safeParse(value);
  if (parsed.success) return parsed.data.waivers;
  const wrong = list.flatMap((entry: unknown, index) => complaints(entry, index));
  const [issue] = parsed.error.issues;
  throw new UsageError(`${file} is no waivers file: ${wrong[0] ?? issue?.message ?? 'it has another form'}`);
}

async function readYaml(file: string): Promise<unknown> {
  try {
    return parse(await readFile(file, 'utf8'));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new UsageError(`The waivers file ${file} can't be read: ${why}`, { cause });
  }
}

function complaints(entry: unknown, index: number): string[] {
  if (waiverSchema.safeParse(entry).success) return [];
  const where = `waiver ${index + 1}`;
  if (typeof entry !== 'object' || entry === null) return [`${where} is no map.`];
  const unknown = Object.keys(entry).find((key) => !waiverKeys.includes(key));
  if (unknown !== undefined) return [`${where}: unknown key ${unknown}.${didYouMean(unknown, waiverKeys)}`];
  if (['rule', 'cause', 'leftover'].filter((key) => key in entry).length !== 1)
    return [`${where} needs a rule, a cause or a leftover, and one of them alone.`];
  if ('leftover' in entry && 'id' in entry === 'because' in entry)
    return [`${where}: a leftover needs its id, or \`because\`: why it stays.`];
  const form = waiverSchema.options.find(({ shape }) =>
    nameKeys.every((key) => key in shape === key in entry),
  );
  const issues = form?.safeParse(entry).error?.issues ?? [];
  // An `id` or a reason is part of the name of a leftover alone.
  if (form === undefined) return [`${where}: only a leftover has an id, or \`because\`.`];
  return issues.map((issue) => `${where}: ${complaintOf(issue, entry)}`);
}

function complaintOf({ path: [key = ''], message }: z.core.$ZodIssue, entry: object): string {
  const name = String(key);
  if (!(name in entry)) return `${name} is missing.`;
  return name === 'expires' ? 'expires needs a day such as 2026-12-31.' : `${name} ${message}.`;
}
