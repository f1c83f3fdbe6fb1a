import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript-5';

/** What one entry of a package gives to those who import it. */
export interface Entry {
  /** As it is imported: `@agent-workers/tools/openai`. */
  readonly name: string;
  readonly exports: readonly Export[];
}

export interface Export {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'value' | 'type';
  /** Several, where a function can be called in several ways; the usual one first. */
  readonly declarations: readonly Declaration[];
  /** Where it is declared: exports of two entries that have this in common are one and the same. */
  readonly origin: string;
}

export interface Declaration {
  /** What its docstring says, in Markdown. */
  readonly words: string;
  readonly tags: readonly Tag[];
  /** As a compiler reads it. */
  readonly text: string;
}

export interface Tag {
  readonly name: string;
  readonly text: string;
}

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, unknown>> };
}

/**
 * Reads what a package offers from its emitted declarations.
 *
 * @param folder of the package, which has to be built
 */
export function readEntries(folder: string): readonly Entry[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const entries = Object.entries(manifest.publishConfig?.exports ?? manifest.exports).flatMap(
    ([path, target]) => {
      const types = typesOf(target);
      return types === undefined ? [] : [{ name: join(manifest.name, path), file: join(folder, types) }];
    },
  );
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      skipLibCheck: true,
      types: [],
    },
  );
  const checker = program.getTypeChecker();
  return entries.map(({ name, file }) => {
    const source = program.getSourceFile(file);
    if (source === undefined) throw new Error(`${file} is missing. Build first: pnpm exec turbo run build.`);
    const module = checker.getSymbolAtLocation(source);
    // A program that is only started exports nothing.
    const symbols = module === undefined ? [] : checker.getExportsOfModule(module);
    return { name, exports: symbols.map((symbol) => toExport(symbol, checker)).sort(byName) };
  });
}

function typesOf(target: unknown): string | undefined {
  if (typeof target !== 'object' || target === null || !('types' in target)) return undefined;
  return typeof target.types === 'string' ? target.types : undefined;
}

function byName(one: Export, other: Export): number {
  return one.name.localeCompare(other.name, 'en');
}

function toExport(symbol: ts.Symbol, checker: ts.TypeChecker): Export {
  const own = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declarations = own.declarations ?? [];
  return {
    name: symbol.name,
    kind: kindOf(own),
    // The last overload is the one that most callers mean.
    declarations: declarations.map((one) => toDeclaration(one, own, checker)).reverse(),
    origin: `${declarations[0]?.getSourceFile().fileName} ${own.name}`,
  };
}

function toDeclaration(declaration: ts.Declaration, symbol: ts.Symbol, checker: ts.TypeChecker): Declaration {
  const told = ts.isFunctionDeclaration(declaration)
    ? checker.getSignatureFromDeclaration(declaration)
    : undefined;
  const { words, tags } = {
    words: (told ?? symbol).getDocumentationComment(checker),
    tags: told?.getJsDocTags() ?? symbol.getJsDocTags(checker),
  };
  return {
    words: ts.displayPartsToString(words).trim(),
    tags: tags.map(({ name, text }) => ({ name, text: ts.displayPartsToString(text).trim() })),
    text: textOf(declaration),
  };
}

function kindOf({ flags }: ts.Symbol): Export['kind'] {
  if (flags & ts.SymbolFlags.Class) return 'class';
  if (flags & ts.SymbolFlags.Function) return 'function';
  return flags & ts.SymbolFlags.Value ? 'value' : 'type';
}

/** Without the words that every declaration has, and without its own docstring, which stands above it. */
function textOf(declaration: ts.Declaration): string {
  const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return statement.getText().replace(/^export (?:default )?(?:declare )?/, '');
}
