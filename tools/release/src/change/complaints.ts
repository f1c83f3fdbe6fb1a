import { type Bump, fits } from '../surface/needed-bump.ts';

/** What a branch did to a package, and what it says of that. */
export interface PackageChange {
  readonly name: string;
  /** Whether anything changed of what users install. */
  readonly isChanged: boolean;
  /** What the change of its public surface asks for. */
  readonly needed: Bump;
  /** The bumps that the branch's own changesets say. */
  readonly said: readonly string[];
  /** The bumps that count: among release candidates also those of the changesets that earlier ones have used up. */
  readonly counting: readonly string[];
}

/** What a change of a package lacks, in sentences; empty where nothing does. */
export function complaintsAbout({ name, isChanged, needed, said, counting }: PackageChange): string[] {
  const add = 'Add one: pnpm changeset';
  if (said.length === 0)
    return isChanged ? [`${name} is changed, and no changeset of this branch names it. ${add}`] : [];
  if (needed === 'none' || counting.some((type) => fits(type, needed))) return [];
  const what = needed === 'major' ? 'lost or changed lines' : 'got new lines';
  return [
    `${name}: its public-surface.txt ${what}, which asks for a ${needed} bump; its changesets say ${counting.join(', ')}. ${add}`,
  ];
}

const notInstalled =
  /^(?:test|scripts|node_modules)\/|\.md$|^(?:tsconfig[^/]*\.json|vitest\.config\.ts|public-surface\.txt|\.gitignore)$/;

/** Whether users of a package get this file, by its path in the package; documents alone ask for no release. */
export function isInstalled(path: string): boolean {
  return !notInstalled.test(path);
}
