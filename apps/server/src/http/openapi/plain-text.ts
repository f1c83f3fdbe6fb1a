import { plainTextPattern } from '../../domain/plain-text.ts';
import { isObject, type JsonObject, mapValues } from './json.ts';

/** The schema with what holds for every text that is stored: it's one that a database can hold. */
export function withPlainTexts(schema: JsonObject): JsonObject {
  const inside = mapValues(schema, (value, key) => (isLiteral(key) ? value : walk(value)));
  return isFreeText(schema) ? { ...inside, pattern: plainTextPattern } : inside;
}

function walk(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(walk);
  return isObject(value) ? withPlainTexts(value) : value;
}

/** Values, in which nothing is a schema. */
function isLiteral(key: string): boolean {
  return ['default', 'example', 'examples', 'enum', 'const'].includes(key);
}

function isFreeText({ type, ...keywords }: JsonObject): boolean {
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'));
  return isText && !['format', 'pattern', 'enum', 'const'].some((keyword) => keyword in keywords);
}
