import type { Api } from '../read/load-apis.ts';
import { bodyTypeName, queryTypeName } from './operation-types.ts';

const transportImports = [
  { from: 'clients/call-options', names: ['type Checked'] },
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
  { from: 'transport/search', names: ['search'] },
  {
    from: 'transport/transport',
    names: ['type CallOptions', 'type SchemaTransport', 'type Transport', 'type WriteOptions'],
  },
  { from: 'transport/with-body', names: ['withBody'] },
];

/** Import lines for just what these functions name. */
export function functionImports(source: string, api: Api): string {
  const code = source.replaceAll(/\/\*\*[\s\S]*?\*\//g, '');
  const uses = (name: string) => isNamed(code, name.replace('type ', ''));
  const lines = transportImports.flatMap(({ from, names }) => {
    const used = names.filter(uses);
    return used.length > 0 ? [importLine(used, from)] : [];
  });
  return `${recordImport(code, api)}${lines.join('')}\n`;
}

/** The import of the records that this code names, or nothing. */
export function recordImport(code: string, { document, operations }: Api): string {
  const schemas = Object.keys(document.components?.schemas ?? {});
  const derived = operations.flatMap(({ id }) => [queryTypeName(id), bodyTypeName(id)]);
  const records = [...new Set([...schemas, ...derived])].filter((name) => isNamed(code, name)).sort();
  return records.length > 0 ? `import type { ${records.join(', ')} } from '@agent-workers/types';\n` : '';
}

function isNamed(code: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(code);
}

/** An import of types alone must vanish from the JavaScript. */
function importLine(names: string[], from: string): string {
  const onlyTypes = names.every((name) => name.startsWith('type '));
  const list = onlyTypes ? names.map((name) => name.slice('type '.length)) : names;
  return `import ${onlyTypes ? 'type ' : ''}{ ${list.join(', ')} } from '../${from}.ts';\n`;
}
