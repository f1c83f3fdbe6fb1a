import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type * as z from 'zod';
import { UsageError } from '../deployment/errors.ts';
import { didYouMean } from '../deployment/nearest.ts';
import { type Waiver, waiverKeys, waiverSchema, waiversSchema } from './waiver.ts';

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
  if ('rule' in entry === 'cause' in entry) return [`${where} needs either a rule or a cause, and not both.`];
  const [form] = waiverSchema.options.filter((option) =>
    Object.keys(option.shape).some((key) => key !== 'reason' && key in entry && isName(key)),
  );
  const issues = form?.safeParse(entry).error?.issues ?? [];
  return issues.map((issue) => `${where}: ${nameOf(issue)}`);
}

function isName(key: string): boolean {
  return key === 'rule' || key === 'cause';
}

function nameOf({ path, message }: z.core.$ZodIssue): string {
  const key = path.join('.');
  const missing = /received undefined/.test(message) ? 'is missing' : message;
  return key === 'expires' && missing !== 'is missing'
    ? 'expires needs a day such as 2026-12-31.'
    : `${key} ${missing}.`;
}
