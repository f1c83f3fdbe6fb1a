import { createRequire } from 'node:module';

/** Of this package: what `--version` says, and the servers of users' own tools are told. */
export const ownVersion: string = createRequire(import.meta.url)('../../package.json').version;
