// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

const width = 110;

/** A JSDoc block of these lines, wrapped; blank ones at the ends go, and a closing mark inside can't end it. */
export function docComment(lines: string[], indent = ''): string {
  const text = lines.join('\n').trim().replaceAll('*/', '*\\/');
  if (!text) return '';
  const body = text.split('\n').flatMap((line) => wrap(line, width - indent.length - 3));
  const [only = ''] = body;
  if (body.length === 1 && indent.length + only.length + 7 <= width) return `${indent}/** ${only} */\n`;
  return `${indent}/**\n${body.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/** List items continue indented, so that markdown keeps them together. */
function wrap(line: string, room: number): string[] {
  const hang = line.startsWith('- ') ? '  ' : '';
  const rows: string[] = [];
  for (const word of line.split(' ')) {
    const row = rows.at(-1);
    if (row === undefined) rows.push(word);
    else if (row.length + word.length + 1 <= room) rows[rows.length - 1] = `${row} ${word}`;
    else rows.push(hang + word);
  }
  return rows;
}
