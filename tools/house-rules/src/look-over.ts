/** Names that say nothing of what is inside. `index` is for a package's entry only. */
const emptyNames = new Set([
  'utils',
  'util',
  'helpers',
  'misc',
  'common',
  'shared',
  'core',
  'manager',
  'base',
]);
const longestFile = 300;

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** What is wrong with a source file's name or size, in sentences; empty when nothing is. */
export function lookOver({ path, text }: SourceFile): string[] {
  const parts = path.split('/');
  const inTests = parts.includes('test');
  const names = parts.map((part) => part.replace(/\.[^/]*$/, ''));
  const empty = names.filter((name) => emptyNames.has(name) && !(inTests && name === 'helpers'));
  const lines = text.split('\n').length - 1;
  return [
    ...empty.map((name) => `${path}: "${name}" doesn't say what is inside; name it for its job.`),
    ...(lines > longestFile ? [`${path}: ${lines} lines, more than ${longestFile}; split it by job.`] : []),
  ];
}
