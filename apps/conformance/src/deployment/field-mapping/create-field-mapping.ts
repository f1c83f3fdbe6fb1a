import type { FieldMapping, FieldMappingSources } from './field-mapping.ts';
import { addTo, copyOf, createKnowledge, type Knowledge } from './knowledge.ts';
import { readingAnswers } from './reading-answers.ts';
import { writingRequests } from './writing-requests.ts';

/** What a deployment calls things, as far as its owner or its description says, and what it will find out. */
export function createFieldMapping(
  sources: FieldMappingSources,
  knowledge: Knowledge = createKnowledge(),
): FieldMapping {
  return {
    ...writingRequests(sources, knowledge),
    ...readingAnswers(sources, knowledge),
    knowledge,
    fork: () => createFieldMapping(sources, copyOf(knowledge)),
    adopt: (other) => addTo(knowledge, other.knowledge),
  };
}
