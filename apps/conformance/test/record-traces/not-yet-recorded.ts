/** Checks that lack a passing or a breaking trace, and why none can be recorded. */
export const notYetRecorded: Readonly<Record<string, string>> = {};
