import type { Level, ManifestChange } from './compare-manifests.ts';

const levels: readonly Level[] = ['patch', 'minor', 'major'];

/** The changeset that the changes ask for; before 1.0.0 a minor version may break. */
export function requiredBump(changes: readonly ManifestChange[], version: string): Level | undefined {
  const highest = highestOf(changes.map(({ level }) => level));
  return highest === 'major' && version.startsWith('0.') ? 'minor' : highest;
}

/** The highest bump that waiting changesets give a package. */
export function announcedBump(changesets: readonly string[], name: string): Level | undefined {
  const announced = changesets.flatMap((text) => {
    const line = text.split('\n').find((each) => each.replaceAll(/["']/g, '').startsWith(`${name}:`));
    return levels.filter((level) => line?.endsWith(` ${level}`));
  });
  return highestOf(announced);
}

export function isEnough(announced: Level | undefined, required: Level | undefined): boolean {
  return (
    levels.indexOf(announced ?? 'patch') >= levels.indexOf(required ?? 'patch') && (!required || !!announced)
  );
}

function highestOf(list: readonly Level[]): Level | undefined {
  return levels.findLast((level) => list.includes(level));
}
