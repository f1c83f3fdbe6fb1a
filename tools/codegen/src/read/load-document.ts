import type { ContractProblem } from '@agent-workers/spec/src/contract-error.ts';
import {
  bundle,
  createConfig,
  getLineColLocation,
  lint,
  type NormalizedProblem,
} from '@redocly/openapi-core';
import { BrokenContract } from '../broken-contract.ts';
import type { OpenApiDocument } from './openapi-document.ts';

/** What the emitters rely on; spec/redocly.yaml holds the stricter house style. */
const rules = {
  struct: 'error',
  'no-unresolved-refs': 'error',
  'operation-operationId': 'error',
  'operation-operationId-unique': 'error',
  'operation-singular-tag': 'error',
  'operation-summary': 'error',
  'path-parameters-defined': 'error',
  'security-defined': 'error',
  'rule/effect': {
    subject: { type: 'Operation', property: 'x-effect' },
    assertions: { defined: true, enum: ['read', 'create', 'change', 'delete', 'cost'] },
    message: 'x-effect is missing or unknown: use read, create, change, delete or cost',
  },
  'rule/section': {
    subject: { type: 'Operation', property: 'x-section' },
    assertions: { defined: true },
    message: 'x-section is missing: give the section of the interface, such as "4.2"',
  },
} as const;

/**
 * Validates an OpenAPI document and gathers its files into one.
 * @throws {BrokenContract} with file and line of everything that is wrong.
 */
export async function loadDocument(path: string): Promise<OpenApiDocument> {
  const config = await createConfig({ rules });
  const found = await lintDocument(path, config);
  if (found.length > 0) throw new BrokenContract(unique(found.map(describeProblem)));
  const { bundle: document } = await bundle({ ref: path, config });
  // The struct rule has checked this shape, and rules above the parts it leaves optional.
  return document.parsed as OpenApiDocument;
}

async function lintDocument(path: string, config: Awaited<ReturnType<typeof createConfig>>) {
  try {
    return await lint({ ref: path, config });
  } catch (cause) {
    if (cause instanceof Error) throw new BrokenContract([describeUnreadable(path, cause)], { cause });
    throw cause;
  }
}

function describeUnreadable(path: string, { message }: Error): ContractProblem {
  const position = /\((\d+):(\d+)\)/.exec(message);
  const [line, column] = [Number(position?.[1] ?? 1), Number(position?.[2] ?? 1)];
  const [problem = message] = message.split('\n');
  return { file: path, line, column, problem, hint: 'Correct the file, or its path if it is elsewhere.' };
}

function describeProblem({ location: [location], message, ruleId }: NormalizedProblem): ContractProblem {
  if (!location) throw new TypeError(`The rule ${ruleId} reported a problem without a place: ${message}`);
  const { source, start } = getLineColLocation(location);
  const text = source.body.split('\n')[start.line - 1]?.trim() ?? '';
  const problem = `${message.replace(/\.$/, '')}, at: ${text}`;
  return {
    file: source.absoluteRef,
    line: start.line,
    column: start.col,
    problem,
    hint: hintFor(ruleId, message),
  };
}

function hintFor(ruleId: string, message: string): string {
  if (/parse|indentation/.test(message)) return 'Correct the YAML on this line or the one above it.';
  if (ruleId === 'no-unresolved-refs') return 'Point the $ref at a file and a name that exist.';
  if (ruleId === 'struct') return 'Give the key a value that OpenAPI 3.1 allows here.';
  return `Correct this line; the rule is ${ruleId}.`;
}

/** One error in a shared file is reported from everywhere that refers to it. */
function unique(problems: ContractProblem[]): ContractProblem[] {
  const parse = problems.filter(({ problem }) => problem.startsWith('Failed to parse'));
  const relevant = parse.length > 0 ? parse : problems;
  return [...new Map(relevant.map((each) => [`${each.file}:${each.line}:${each.problem}`, each])).values()];
}
