import { addTo, copyOf, createKnowledge, type Knowledge } from './knowledge.ts';
import { readingAnswers } from './reading-answers.ts';
import type { Vocabulary, VocabularySources } from './vocabulary.ts';
import { writingRequests } from './writing-requests.ts';

/** What a deployment calls things, as far as its owner or its description says, and what it will find out. */
export function createVocabulary(
  sources: VocabularySources,
  knowledge: Knowledge = createKnowledge(),
): Vocabulary {
  return {
    ...writingRequests(sources, knowledge),
    ...readingAnswers(sources, knowledge),
    knowledge,
    fork: () => createVocabulary(sources, copyOf(knowledge)),
    adopt: (other) => addTo(knowledge, other.knowledge),
  };
}
