const width = 110;

/** A TypeScript literal of a JSON value: what fits stays on one line. */
export function literal(value: unknown, indent = ''): string {
  const flat = print(value, ' ', (each) => literal(each, indent));
  if (indent.length + flat.length <= width && !flat.includes('\n')) return flat;
  const inner = `${indent}  `;
  return print(value, `\n${inner}`, (each) => literal(each, inner)).replace(/\s*([\]}])$/, `\n${indent}$1`);
}

function print(value: unknown, gap: string, printChild: (child: unknown) => string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const comma = `,${gap}`;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    const items = value.map(printChild).join(comma);
    return gap === ' ' ? `[${items}]` : `[${gap}${items},]`;
  }
  const members = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .map(([key, each]) => `${printKey(key)}: ${printChild(each)}`);
  if (members.length === 0) return '{}';
  return `{${gap}${members.join(comma)}${gap === ' ' ? ' ' : ','}}`;
}

function printKey(key: string): string {
  return /^[a-z_$][\w$]*$/i.test(key) ? key : JSON.stringify(key);
}
