const columns = 116;
const line = 19;
const character = 8.43;
const margin = 18;
const classes: Readonly<Record<string, string>> = {
  1: 'bold',
  2: 'dim',
  31: 'red',
  32: 'green',
  33: 'yellow',
};
const ends: Readonly<Record<string, readonly string[]>> = {
  0: Object.values(classes),
  22: ['bold', 'dim'],
  39: ['red', 'green', 'yellow'],
};

/**
 * Draws what a program wrote to a terminal as an SVG. Known are the codes that our reports use: bold, dim, and the colours red,
 * green and yellow.
 */
export function drawTerminal(recorded: string, command: string): string {
  const lines = [`$ ${command}`, ...recorded.replaceAll('\r', '').trimEnd().split('\n')];
  const width = Math.ceil(columns * character + 2 * margin);
  const height = lines.length * line + 2 * margin;
  const active = new Set<string>();
  const rows = lines.map((text, at) => {
    const y = margin + (at + 0.75) * line;
    return `<text x="${margin}" y="${y}" xml:space="preserve">${spans(text, active)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A terminal with a finding: ${escaped(command)}">`,
    '<style>rect{fill:#16181d}text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#e6e6e6}.bold{font-weight:700}.dim{fill:#9aa0aa}.red{fill:#ff7b72}.green{fill:#6fd08c}.yellow{fill:#e3b341}</style>',
    `<rect width="${width}" height="${height}" rx="10"/>`,
    ...rows,
    '</svg>\n',
  ].join('\n');
}

/** Codes hold on until they are ended, also over lines; what is too long for the picture ends with dots. */
function spans(text: string, active: Set<string>): string {
  let left = columns;
  return text
    .split('\u001b[')
    .map((part, at) => {
      const [, code, rest] =
        at === 0 ? [null, undefined, part] : (/^(\d+)m(.*)$/.exec(part) ?? [null, undefined, part]);
      if (code !== undefined) apply(code, active);
      const shown = rest?.slice(0, left) ?? '';
      const cut = shown.length < (rest?.length ?? 0) && left > 0 ? `${shown.slice(0, -1)}…` : shown;
      left -= cut.length;
      if (cut === '') return '';
      return active.size === 0
        ? escaped(cut)
        : `<tspan class="${[...active].join(' ')}">${escaped(cut)}</tspan>`;
    })
    .join('');
}

function apply(code: string, active: Set<string>): void {
  const begun = classes[code];
  if (begun !== undefined) active.add(begun);
  for (const ended of ends[code] ?? []) active.delete(ended);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
