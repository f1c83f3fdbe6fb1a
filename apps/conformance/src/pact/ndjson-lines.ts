/** Only white space, which is no value. */
const blank = /^[ \t\r]*$/;

/** The first line of NDJSON that is no JSON, from 1; undefined where every one is. Only LF ends a line. */
export function brokenLine(text: string): number | undefined {
  const index = text.split('\n').findIndex((line) => !blank.test(line) && !isJson(line));
  return index < 0 ? undefined : index + 1;
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
