import { createVocabulary } from '../deployment/vocabulary/create-vocabulary.ts';

/** For what drives no journeys: it needs no names that the interface doesn't show. */
export const nothingShown = {
  vocabulary: createVocabulary({ bindings: {}, described: () => undefined }),
  operations: [],
};
