/** Shows records as aligned columns, one record as a line for each field. */
export function asTable(result: unknown): string {
  if (Array.isArray(result)) return result.length === 0 ? 'none' : columns(result);
  const rows = Object.entries(Object(result)).map(([name, value]) => [name, show(value)]);
  return align(rows);
}

function columns(records: readonly unknown[]): string {
  const names = [...new Set(records.flatMap((record) => Object.keys(Object(record))))];
  const rows = records.map((record) => names.map((name) => show(Object(record)[name])));
  return align([names, ...rows]);
}

function align(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

// A name may hold anything, a terminal's commands among it.
function show(value: unknown): string {
  const text = value === null || value === undefined ? '-' : String(value);
  return text.replaceAll(/\p{Cc}/gu, '?');
}
