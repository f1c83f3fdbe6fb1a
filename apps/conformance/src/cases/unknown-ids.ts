/** Identifiers that no deployment will have given to anything. */
export const unknownIds = {
  integer: 1_987_654_321,
  uuid: '0d4cbe0c-93a9-4b9b-8f8e-5d1c0a7e6f42',
  // Some deployments take nothing but UUIDs where the interface says string.
  string: '0d4cbe0c-93a9-4b9b-8f8e-5d1c0a7e6f42',
} as const;
