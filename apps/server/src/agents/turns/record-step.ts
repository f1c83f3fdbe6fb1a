import type { LanguageModelV4Message, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { type AssistantPart, toolCall, toolResult } from '../../domain/conversation.ts';
import type { RunEvent } from '../../domain/run-event.ts';
import { joinPieces, type Pieces } from './join-pieces.ts';

/** What happens in one step of the loop, kept for the next one. */
export interface StepRecord {
  add(event: RunEvent): RunEvent;
  /** Keeps what is no event, but what the model wants to see again: its thoughts, and its notes on them and on calls. */
  note(part: LanguageModelV4StreamPart): void;
  /** What the model said, in its order, then what its tools gave. */
  messages(): LanguageModelV4Message[];
}

type Notes = NonNullable<AssistantPart['providerOptions']>;

interface Thought {
  id: string;
  thought: Pieces;
  notes?: Notes;
}

type Said = { text: Pieces } | Thought | { part: AssistantPart };

export function recordStep(): StepRecord {
  const said: Said[] = [];
  const results: ReturnType<typeof toolResult>[] = [];
  const notesOnCalls = new Map<string, Notes>();

  function push<One extends Said>(one: One): One {
    said.push(one);
    return one;
  }

  function lastText(): { text: Pieces } {
    const last = said.at(-1);
    return last && 'text' in last ? last : push({ text: joinPieces() });
  }

  function thoughtOf(id: string): Thought {
    const isIt = (one: Said): one is Thought => 'thought' in one && one.id === id;
    return said.findLast(isIt) ?? push<Thought>({ id, thought: joinPieces() });
  }

  /** Some models sign their thoughts, at the end, and refuse them without. */
  function addThought(id: string, text: string, notes: Notes | undefined): void {
    const thought = thoughtOf(id);
    thought.thought.add(text);
    if (notes) thought.notes = mergeNotes(thought.notes, notes);
  }

  return {
    add(event) {
      if (event.kind === 'text') lastText().text.add(event.text);
      if (event.kind === 'tool-call') {
        const notes = notesOnCalls.get(event.callId);
        said.push({ part: { ...toolCall(event), ...(notes && { providerOptions: notes }) } });
      }
      if (event.kind === 'tool-result') results.push(toolResult(event));
      return event;
    },
    note(part) {
      if (part.type === 'reasoning-start' || part.type === 'reasoning-end')
        addThought(part.id, '', part.providerMetadata);
      if (part.type === 'reasoning-delta') addThought(part.id, part.delta, part.providerMetadata);
      if (part.type === 'tool-call' && part.providerMetadata)
        notesOnCalls.set(part.toolCallId, part.providerMetadata);
    },
    messages: () => [
      { role: 'assistant', content: said.flatMap(toParts) },
      { role: 'tool', content: results },
    ],
  };
}

/** Models refuse a text of nothing but space; a thought may be all in its notes. */
function toParts(one: Said): AssistantPart[] {
  if ('part' in one) return [one.part];
  if ('text' in one) {
    const text = one.text.take();
    return text.trim() === '' ? [] : [{ type: 'text', text }];
  }
  const text = one.thought.take();
  if (text === '' && !one.notes) return [];
  return [{ type: 'reasoning', text, ...(one.notes && { providerOptions: one.notes }) }];
}

function mergeNotes(known: Notes | undefined, added: Notes): Notes {
  const merged = { ...known };
  for (const [provider, notes] of Object.entries(added)) merged[provider] = { ...merged[provider], ...notes };
  return merged;
}
