import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BrokenContract } from '../src/broken-contract.ts';
import { loadApi } from '../src/read/load-apis.ts';
import { loadLifecycles, loadTools } from '../src/read/load-data.ts';
import { runCodegen } from './helpers/run-codegen.ts';
import { specWith, temporaryFolder } from './helpers/spec-copy.ts';

const startRunRequest = '../schemas/runs.yaml#/StartRunRequest';

describe('A broken OpenAPI document is refused with its file, its line and what to do', () => {
  it.each([
    {
      flaw: 'a $ref to a name that is missing',
      change: {
        file: 'paths/runs.yaml',
        text: startRunRequest,
        by: startRunRequest.replace('Start', 'Begin'),
      },
      problem: /Can't resolve \$ref, at: \$ref: .*BeginRunRequest/,
      hint: 'Point the $ref at a file and a name that exist.',
    },
    {
      flaw: 'a $ref to a file that is missing',
      change: {
        file: 'paths/runs.yaml',
        text: startRunRequest,
        by: startRunRequest.replace('runs.yaml', 'run.yaml'),
      },
      problem: /Can't resolve \$ref/,
      hint: 'Point the $ref at a file and a name that exist.',
    },
    {
      flaw: 'a value of the wrong type',
      change: { file: 'paths/runs.yaml', text: 'operationId: startRun', by: 'operationId: 5' },
      problem: /Expected type `string` but got `integer`, at: operationId: 5/,
      hint: 'Give the key a value that OpenAPI 3.1 allows here.',
    },
    {
      flaw: 'an unknown schema type',
      change: { file: 'schemas/runs.yaml', text: 'type: object', by: 'type: objet' },
      problem: /`type` can be one of the following only/,
      hint: 'Give the key a value that OpenAPI 3.1 allows here.',
    },
    {
      flaw: 'an unknown effect',
      change: { file: 'paths/runs.yaml', text: 'x-effect: cost', by: 'x-effect: costs' },
      problem:
        /x-effect is missing or unknown: use read, create, change, delete or cost, at: x-effect: costs/,
      hint: 'Correct this line; the rule is rule/effect.',
    },
    {
      flaw: 'YAML that does not parse',
      change: { file: 'schemas/runs.yaml', text: 'type: object', by: 'type: [object' },
      problem: /Failed to parse/,
      hint: 'Correct the YAML on this line or the one above it.',
      linesLater: 1,
    },
  ])('$flaw', async ({ change, problem, hint, linesLater = 0 }) => {
    const { folder, line } = specWith(change);
    const error = await failureOf(() => loadApi(folder, 'workers'));
    const [first] = error.problems;
    expect(first).toMatchObject({ file: join(folder, change.file), line: line + linesLater, hint });
    expect(first?.problem).toMatch(problem);
  });

  it('an error in a shared file is told once', async () => {
    const change = { file: 'schemas/errors.yaml', text: 'type: object', by: 'type: [object' };
    const error = await failureOf(() => loadApi(specWith(change).folder, 'user'));
    expect(error.problems).toHaveLength(1);
  });

  it('a document that is missing', async () => {
    const error = await failureOf(() => loadApi(temporaryFolder(), 'user'));
    expect(error.message).toMatch(/user-api\.yaml:1:1 .*\n {2}Correct the file, or its path/);
  });
});

describe('A broken file of our own is refused in the same way', () => {
  it('an unknown key in tools.yaml', async () => {
    const { folder, line } = specWith({ file: 'tools.yaml', text: 'purpose:', by: 'purpos:' });
    const error = await failureOf(() => loadTools(folder));
    expect(error.problems).toMatchObject([{ file: join(folder, 'tools.yaml'), line }]);
    expect(error.message).toMatch(/tools\.yaml:\d+:\d+ Unknown key "purpos"\n {2}Allowed here: .*purpose/);
  });

  it('YAML of lifecycles.yaml that does not parse', async () => {
    const { folder } = specWith({ file: 'lifecycles.yaml', text: 'lifecycles:', by: 'lifecycles: [' });
    const error = await failureOf(() => loadLifecycles(folder));
    expect(error.message).toMatch(/lifecycles\.yaml:\d+:\d+ .*\n {2}Correct the YAML on this line\./);
  });
});

describe('The command', () => {
  it('prints where a contract is broken, without a stack, exits 1 and writes nothing', () => {
    const { folder, line } = specWith({ file: 'tools.yaml', text: 'type: string', by: 'type: strin' });
    const out = join(temporaryFolder(), 'gen');
    const { exitCode, stderr, stdout } = runCodegen('tools', '--spec', folder, '--out', out);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain(`tools.yaml:${line}:`);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  it.each([[['typos']], [['tools', '--specs', 'x']]])('explains itself and exits 2 on %j', (args) => {
    const { exitCode, stderr } = runCodegen(...args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('Usage: node tools/codegen/src/main.ts <types|client-fetch|tools>');
  });
});

async function failureOf(load: () => unknown): Promise<BrokenContract> {
  try {
    await load();
  } catch (error) {
    if (error instanceof BrokenContract) return error;
    throw error;
  }
  throw new Error('The contract was accepted.');
}
