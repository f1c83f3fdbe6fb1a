import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Command {
  readonly text: string;
  /** What the document shows that it says. */
  readonly shown: string;
}

/** The documents of the repository that tell readers what to type. */
export function documentsOf(root: string): ReadonlyMap<string, string> {
  const paths = tracked(root, '*.md').filter((path) => !/(^|\/)(CHANGELOG\.md$|\.|test\/)/.test(path));
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** The commands of a document, in order. */
export function commandsIn(text: string): readonly Command[] {
  const fences = text.matchAll(/^```(sh|console)\n([\s\S]*?)^```/gm);
  return [...fences].flatMap(([, language, code = '']) => (language === 'sh' ? typed(code) : shown(code)));
}

function typed(code: string): Command[] {
  // A script of its own is no series of commands.
  if (code.startsWith('#!')) return [{ text: code, shown: '' }];
  const lines = code.replaceAll(/(\\|(?<=\|))\n\s*/g, ' ').split('\n');
  return lines
    .map((line) => line.replace(/\s+# .*$/, '').trim())
    .filter((line) => line !== '')
    .map((line) => ({ text: line, shown: '' }));
}

/** A prompt, then what is said until the next one. */
function shown(code: string): Command[] {
  return code.split(/^\$ /m).flatMap((part) => {
    const [text = '', ...lines] = part.split('\n');
    return text === '' ? [] : [{ text, shown: lines.join('\n') }];
  });
}

export interface Task {
  readonly workspace: string;
  readonly script: string;
}

/** What a command asks pnpm to do; undefined where it asks for no script. */
export function taskOf({ text }: Command): Task | undefined {
  const [, workspace = 'agent-workers-contract-kit', script = ''] =
    /^(?:npx -y pnpm@12|pnpm) (?:--filter (\S+) )?([\w:-]+)/.exec(text) ?? [];
  return script === '' || script === 'exec' ? undefined : { workspace, script };
}

/** The scripts of each workspace, by its name. */
export function scriptsOf(root: string): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    tracked(root, '*package.json').map((path) => {
      const { name, scripts = {} } = JSON.parse(readFileSync(join(root, path), 'utf8'));
      return [name, new Set(Object.keys(scripts))];
    }),
  );
}

function tracked(root: string, pattern: string): string[] {
  return execFileSync('git', ['ls-files', pattern], { cwd: root, encoding: 'utf8' }).trim().split('\n');
}
