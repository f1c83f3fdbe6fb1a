/** The two sides of the platform that a contract may be with, by the names that contracts call them. */
export const providers = ['workers-api', 'user-api'] as const;

export type Provider = (typeof providers)[number];
