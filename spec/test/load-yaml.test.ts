import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { ContractError } from '../src/contract-error.ts';
import { loadLaws, loadLifecycles, loadResources, loadRules, loadTools } from '../src/contract-files.ts';
import { loadYaml } from '../src/load-yaml.ts';

const folder = mkdtempSync(join(tmpdir(), 'contract-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('The contract files', () => {
  test('fit their schemas', () => {
    expect(
      [loadRules, loadLaws, loadLifecycles, loadTools, loadResources].map((load) => load()),
    ).toHaveLength(5);
  });

  test.each(['rules', 'laws', 'lifecycles', 'tools', 'resources'])(
    '%s.yaml names its schema on the first line, for editors',
    (name) => {
      const [first] = readSpecFile(`${name}.yaml`).split('\n');
      expect(first).toBe(`# yaml-language-server: $schema=./json-schemas/${name}.schema.json`);
    },
  );
});

describe('A mistake in a contract file is told with file and line', () => {
  test.each([
    {
      mistake: 'a mistyped key',
      file: 'rules',
      right: '    operations: [',
      wrong: '    opertions: [',
      says: 'Unknown key "opertions"',
      hint: 'id, section, text, operations',
    },
    {
      mistake: 'an unknown section',
      file: 'rules',
      right: '    section: "3"',
      wrong: '    section: "33"',
      says: 'Unknown value',
      hint: '4.1, 4.2',
    },
    {
      mistake: 'a number for a section',
      file: 'rules',
      right: '    section: "2"',
      wrong: '    section: 2',
      says: 'Unknown value',
      hint: '4.1, 4.2',
    },
    {
      mistake: 'an id out of form',
      file: 'rules',
      right: '  - id: run.put-keeps',
      wrong: '  - id: run.Put-keeps',
      says: 'must match pattern',
      hint: 'JSON Schema',
    },
    {
      mistake: 'an unknown type',
      file: 'tools',
      right: 'type: boolean',
      wrong: 'type: bool',
      says: 'Unknown value',
      hint: 'boolean',
    },
    {
      mistake: 'a mistyped key of a parameter',
      file: 'tools',
      right: 'required: true',
      wrong: 'requred: true',
      says: 'Unknown key "requred"',
      hint: 'required',
    },
    {
      mistake: 'a mistyped key of a transition',
      file: 'lifecycles',
      right: '        condition:',
      wrong: '        conditon:',
      says: 'Unknown key "conditon"',
      hint: 'condition',
    },
    {
      mistake: 'an unknown observation',
      file: 'lifecycles',
      right: 'shows: message-added',
      wrong: 'shows: message-addd',
      says: 'Unknown value',
      hint: 'message-added',
    },
    {
      mistake: 'a bracket left open',
      file: 'tools',
      right: 'enum: [note, link, file]',
      wrong: 'enum: [note, link, file',
      says: '',
      hint: 'Correct the YAML',
    },
  ])('$mistake in $file.yaml', ({ file, right, wrong, says, hint }) => {
    const { path, line } = spoil({ file, right, wrong });
    const error = catchError(() => loadYaml(path, specPath(`json-schemas/${file}.schema.json`)));
    expect(error).toMatchObject({ file: path, line, hint: expect.stringContaining(hint) });
    expect(error.message).toContain(`${path}:${line}:`);
    expect(error.message).toContain(says);
  });

  test('a file that is not there', () => {
    const path = join(folder, 'nowhere.yaml');
    const error = catchError(() => loadYaml(path, specPath('json-schemas/rules.schema.json')));
    expect(error.message).toContain(`${path}:1:1 The file cannot be read`);
  });
});

/** A copy of a contract file with its first `right` made `wrong`, and the line of that. */
function spoil({ file, right, wrong }: { file: string; right: string; wrong: string }) {
  const text = readSpecFile(`${file}.yaml`);
  const start = text.indexOf(right);
  if (start < 0) throw new Error(`${file}.yaml has no ${right}`);
  const path = join(folder, `${crypto.randomUUID()}.yaml`);
  writeFileSync(path, text.slice(0, start) + wrong + text.slice(start + right.length));
  return { path, line: text.slice(0, start).split('\n').length };
}

function catchError(load: () => unknown): ContractError {
  try {
    load();
  } catch (error) {
    if (error instanceof ContractError) return error;
    throw error;
  }
  throw new Error('The file was loaded without an error.');
}

function readSpecFile(name: string): string {
  return readFileSync(specPath(name), 'utf8');
}

function specPath(name: string): string {
  return fileURLToPath(new URL(`../${name}`, import.meta.url));
}
