/** What the changelog of a package says of a version; empty where it says nothing. */
export function changelogEntry(changelog: string, version: string): string {
  const [, after = ''] = changelog.split(`\n## ${version}\n`);
  const [entry = ''] = after.split(/^## /m);
  return entry.trim();
}
