import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript-5';
import { describe, expect, it } from 'vitest';

const file = fileURLToPath(new URL('hovers/program.ts', import.meta.url));
const config = join(dirname(dirname(file)), '../tsconfig.json');

describe('What an editor shows', () => {
  const hovers = hoversOf(file);

  it('names records, and is what it was', async () => {
    await expect(
      hovers.map(({ name, text }) => `${name}\n  ${text.replaceAll('\n', '\n  ')}`).join('\n\n'),
    ).toMatchFileSnapshot('hovers/hovers.txt');
  });

  it('has 30 names or more, none of which shows how the types are made', () => {
    expect(hovers.length).toBeGreaterThanOrEqual(30);
    expect(hovers.filter(({ text }) => /components|\["|AnswerIn|BodyIn|EventIn|& \{/.test(text))).toEqual([]);
  });

  it('is true of emitted declarations too', () => {
    const emitted = declarationsOf(file);
    expect(emitted).toContain('wrapped: (id: string) => Promise<Agent>');
    expect(emitted).not.toMatch(/components|AnswerIn/);
  });
});

/** Every variable, function and parameter that the program declares, with the text over which an editor lays it. */
function hoversOf(path: string): { name: string; text: string }[] {
  const service = ts.createLanguageService(host(path));
  const source = service.getProgram()?.getSourceFile(path);
  if (!source) throw new Error(`${path} isn't there.`);
  const names: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    const declared = ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node);
    if (declared && node.name && ts.isIdentifier(node.name)) names.push(node.name);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names.map((name) => {
    const parts = service.getQuickInfoAtPosition(path, name.getStart())?.displayParts;
    return { name: name.text, text: ts.displayPartsToString(parts) };
  });
}

function declarationsOf(path: string): string {
  const service = ts.createLanguageService(host(path));
  const output = service.getEmitOutput(path, true, true);
  return output.outputFiles.map(({ text }) => text).join('\n');
}

function host(path: string): ts.LanguageServiceHost {
  const { options } = ts.getParsedCommandLineOfConfigFile(
    config,
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  ) ?? { options: {} };
  return {
    getScriptFileNames: () => [path],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) =>
      ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, 'utf8')) : undefined,
    getCurrentDirectory: () => dirname(config),
    getCompilationSettings: () => ({
      ...options,
      noEmit: false,
      declaration: true,
      allowImportingTsExtensions: true,
      emitDeclarationOnly: true,
    }),
    getDefaultLibFileName: (each) => ts.getDefaultLibFilePath(each),
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  };
}
