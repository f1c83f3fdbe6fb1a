// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

/** Of this package. */
export const version = '0.1.0';
