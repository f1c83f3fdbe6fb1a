import type { Api } from '../read/load-apis.ts';
import { bodyTypeName, queryTypeName } from './operation-types.ts';

const transportImports = [
  { from: 'paging/paged', names: ['paged', 'type PagedOperation'] },
  { from: 'transport/call', names: ['call', 'type ApiCall'] },
  {
    from: 'transport/call-stream',
    names: [
      'callNdjson',
      'callText',
      'type NdjsonAnswer',
      'type NdjsonCallOptions',
      'type StreamCall',
      'type TextAnswer',
    ],
  },
  { from: 'transport/transport', names: ['type CallOptions', 'type Transport'] },
];

/** Import lines for just what these functions name. */
export function functionImports(source: string, { document, operations }: Api): string {
  const code = source.replaceAll(/\/\*\*[\s\S]*?\*\//g, '');
  const uses = (name: string) => new RegExp(`\\b${name.replace('type ', '')}\\b`).test(code);
  const schemas = Object.keys(document.components?.schemas ?? {});
  const derived = operations.flatMap(({ id }) => [queryTypeName(id), bodyTypeName(id)]);
  const records = [...new Set([...schemas, ...derived])].filter(uses).sort();
  const lines = transportImports.flatMap(({ from, names }) => {
    const used = names.filter(uses);
    return used.length > 0 ? [importLine(used, from)] : [];
  });
  const types =
    records.length > 0 ? `import type { ${records.join(', ')} } from '@agent-workers/types';\n` : '';
  return `${types}${lines.join('')}\n`;
}

/** An import of types alone must vanish from the JavaScript. */
function importLine(names: string[], from: string): string {
  const onlyTypes = names.every((name) => name.startsWith('type '));
  const list = onlyTypes ? names.map((name) => name.slice('type '.length)) : names;
  return `import ${onlyTypes ? 'type ' : ''}{ ${list.join(', ')} } from '../${from}.ts';\n`;
}
