const longest = 300;

/** A code span shows its content as it is, provided that its fence is longer than any run of backticks inside. */
export function code(text: string): string {
  const short = text.length > longest ? `${text.slice(0, longest - 20).toWellFormed()}… (shortened)` : text;
  const runs = [...short.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(0, ...runs) + 1);
  // One space next to each fence is not shown; it is needed where a backtick or a space comes first or last.
  const space = /^[` ]|[` ]$/.test(short) ? ' ' : '';
  return short.trim() === '' ? '`(empty)`' : `${fence}${space}${short}${space}${fence}`;
}

/** A backslash before what could mean something in the middle of a line. */
export function asProse(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~&@]/g, '\\$&');
}
