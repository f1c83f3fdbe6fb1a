export * from './core.ts';
export * from './db.ts';
export { route, z, zUuid, zId, zInt, zCursor, str, nstr } from './route.ts';
