/** Identifiers that no deployment will have given to anything. They stand in no example, so that nobody copies one. */
export const unknownIds = {
  integer: 1_987_654_321,
  uuid: 'b6a1d3f8-5c27-4e90-8a4d-2f7093c1e65b',
  // Some deployments take nothing but UUIDs where the interface says string.
  string: 'b6a1d3f8-5c27-4e90-8a4d-2f7093c1e65b',
} as const;
