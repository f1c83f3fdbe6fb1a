import { isRecord, type JsonRecord } from '../json/json-record.ts';
import type { IntegrationTool, ToolParameter } from './spec.ts';

/**
 * The integration tools that tools.yaml describes.
 *
 * @throws Error when the file has another form than it should
 */
export function readTools({ tools }: JsonRecord): readonly IntegrationTool[] {
  return nodesOf(tools).map((tool) => ({
    name: String(tool.name),
    readOnly: tool.readOnly === true,
    parameters: nodesOf(tool.parameters).map(toParameter),
    // What rests on a reading of ours is nothing to judge by.
    counterexamples: (tool.counterexamples === undefined ? [] : nodesOf(tool.counterexamples))
      .filter((one) => one['x-reading'] === undefined)
      .map((one) => ({
        about: String(one.about),
        input: nodeOf(one.input),
        problems: [one.problems].flat().map(String),
      })),
  }));
}

function toParameter(parameter: JsonRecord): ToolParameter {
  const { name, type, required, minimum, maximum, default: usual, enum: values } = parameter;
  return {
    name: String(name),
    type: String(type),
    required: required === true,
    ...(typeof minimum === 'number' ? { minimum } : {}),
    ...(typeof maximum === 'number' ? { maximum } : {}),
    ...(typeof usual === 'number' ? { default: usual } : {}),
    ...(Array.isArray(values) ? { enum: values.map(String) } : {}),
  };
}

function nodesOf(value: unknown): readonly JsonRecord[] {
  if (!Array.isArray(value))
    throw new Error('The contract is broken: tools.yaml lacks a list where one belongs.');
  return value.map(nodeOf);
}

function nodeOf(value: unknown): JsonRecord {
  if (isRecord(value)) return value;
  throw new Error('The contract is broken: tools.yaml lacks a map where one belongs.');
}
