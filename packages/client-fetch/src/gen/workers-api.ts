// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

export * as runs from './runs.ts';
