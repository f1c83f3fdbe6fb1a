/** Identifiers that no deployment will have given to anything. */
export const unknownIds = {
  integer: 1_987_654_321,
  uuid: '0d4cbe0c-93a9-4b9b-8f8e-5d1c0a7e6f42',
  string: 'nothing-is-called-this-0d4cbe0c',
} as const;
