/** The languages that the code interpreter runs; the first is the default. */
export const languages = ['javascript', 'python'] as const;

export type Language = (typeof languages)[number];
