import { mkdirSync, writeFileSync } from 'node:fs';
import { dialectJson, fidelityJson, manifestJson } from '../src/adapters/json.ts';
import { openApiDocument } from '../src/adapters/openapi.ts';
import { type DialectName, dialects } from '../src/dialects/dialect.ts';

const folder = new URL('../dist/json/', import.meta.url);

function write(name: string, value: unknown): void {
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(value, null, 2)}\n`);
}

mkdirSync(folder, { recursive: true });
write('manifest', manifestJson());
write('fidelity', fidelityJson());
write('openapi', openApiDocument());
// Object.keys forgets that the keys are the names.
for (const name of Object.keys(dialects) as DialectName[]) write(name, dialectJson(name));
