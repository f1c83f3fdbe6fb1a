/** How kysely's query builder begins a statement, or runs one. */
const beginning =
  /\.(selectFrom|selectNoFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto|executeQuery)\(|\bsql(<[^`]*>)?`/;

/** The numbers of the lines of a source that ask a database. */
export function findQueries(source: string): number[] {
  return source.split('\n').flatMap((line, at) => (beginning.test(line) ? [at + 1] : []));
}
