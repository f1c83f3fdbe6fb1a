import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse as parseYaml } from 'yaml';
import * as z from 'zod';
import { type Config, configSchema } from './config.ts';
import { UsageError } from './errors.ts';
import { didYouMean } from './nearest.ts';

/**
 * Reads a deployment config from a JSON, YAML or TypeScript file and puts `${NAME}` from the environment in.
 *
 * @throws UsageError when the file can't be read, names an unknown key or an unset variable
 */
export async function readConfig(file: string, environment: NodeJS.ProcessEnv): Promise<Config> {
  const raw = await readRaw(file);
  return parseConfig(substitute(raw, environment, file), file);
}

/** Checks a config, wherever it came from; `source` is named in errors. */
export function parseConfig(value: unknown, source: string): Config {
  const parsed = configSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(`${source} is no deployment config: ${parsed.error.issues.map(explain).join(' ')}`);
}

async function readRaw(file: string): Promise<unknown> {
  try {
    if (/^\.[cm]?[jt]s$/.test(extname(file))) {
      const module: unknown = await import(pathToFileURL(resolve(file)).href);
      return typeof module === 'object' && module !== null && 'default' in module
        ? module.default
        : undefined;
    }
    return parseYaml(await readFile(file, 'utf8'));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new UsageError(`The config ${file} can't be read: ${why}`, { cause });
  }
}

function substitute(value: unknown, environment: NodeJS.ProcessEnv, file: string): unknown {
  if (typeof value === 'string') return value.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => lookUp(name));
  if (Array.isArray(value)) return value.map((item: unknown) => substitute(item, environment, file));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, substitute(inner, environment, file)]),
  );

  function lookUp(name: string): string {
    const found = environment[name];
    if (found === undefined)
      throw new UsageError(`${file} needs the environment variable ${name}, which is not set.`);
    return found;
  }
}

function explain(issue: z.core.$ZodIssue): string {
  const where = issue.path.join('.') || 'the file';
  if (issue.code !== 'unrecognized_keys') return `${where}: ${issue.message}.`;
  const right = keysAt(issue.path);
  return issue.keys
    .map((key) => `Unknown key ${[...issue.path, key].join('.')}.${didYouMean(key, right)}`)
    .join(' ');
}

function keysAt(path: readonly PropertyKey[]): string[] {
  const root = z.toJSONSchema(configSchema);
  const at = path.reduce<unknown>((schema, key) => propertiesOf(schema)[String(key)], root);
  return Object.keys(propertiesOf(at));
}

function propertiesOf(schema: unknown): Readonly<Record<string, unknown>> {
  if (typeof schema !== 'object' || schema === null || !('properties' in schema)) return {};
  return { ...(schema.properties as object) };
}
