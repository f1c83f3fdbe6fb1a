import { readFile } from 'node:fs/promises';
import { isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import type { Declaration } from './declaration.ts';

/** By operation of the contract: the line of a local OpenAPI document that describes it, from 1. */
export type OperationLines = ReadonlyMap<string, number>;

/** Whether a document is a file, which may lie in its owner's repository. */
export function isFile(openapi: string | undefined): openapi is string {
  return openapi !== undefined && !/^https?:/i.test(openapi);
}

/** Finds out where a local OpenAPI document (JSON or YAML) describes the operations of the contract. */
export async function locateOperations(
  openapi: string | undefined,
  declaration: Declaration | undefined,
): Promise<OperationLines> {
  if (!isFile(openapi) || declaration === undefined) return new Map();
  const lines = new LineCounter();
  const document = parseDocument(await readFile(openapi, 'utf8'), { lineCounter: lines });
  const placed = Object.entries(declaration.operations).flatMap(([id, { path, method }]) => {
    const item = document.getIn(['paths', path], true);
    const key = isMap(item)
      ? item.items.find((pair) => isScalar(pair.key) && pair.key.value === method)?.key
      : undefined;
    const start = isNode(key) ? key.range?.[0] : undefined;
    return start === undefined ? [] : [[id, lines.linePos(start).line] as const];
  });
  return new Map(placed);
}
