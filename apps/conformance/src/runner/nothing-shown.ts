import { createFieldMapping } from '../deployment/field-mapping/create-field-mapping.ts';

/** For what drives no sequences: it needs no names that the interface doesn't show. */
export const nothingShown = {
  fieldMapping: createFieldMapping({ families: [], bindings: {}, described: () => undefined }),
  operations: [],
};
