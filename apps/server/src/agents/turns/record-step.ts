import type { LanguageModelV4Message, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { toConversation } from '../../domain/conversation.ts';
import type { RunEvent } from '../../domain/run-event.ts';

/** What happens in one step of the loop, kept for the next one. */
export interface StepRecord {
  add(event: RunEvent): RunEvent;
  /** Keeps what is no event, but what the model wants to see again: its thoughts, and its notes on calls. */
  note(part: LanguageModelV4StreamPart): void;
  messages(): LanguageModelV4Message[];
}

type AssistantMessage = LanguageModelV4Message & { role: 'assistant' };
type Notes = NonNullable<AssistantMessage['content'][number]['providerOptions']>;

export function recordStep(): StepRecord {
  const events: { event: RunEvent }[] = [];
  const text = joinPieces();
  const thoughts = joinPieces();
  const notes = new Map<string, Notes>();

  function endText(): void {
    const said = text.take();
    if (said) events.push({ event: { kind: 'text', text: said } });
  }

  /** As the model has to see its own answer again. */
  function complete(message: AssistantMessage): AssistantMessage {
    const content = message.content.map((part) => {
      const providerOptions = part.type === 'tool-call' ? notes.get(part.toolCallId) : undefined;
      return providerOptions ? { ...part, providerOptions } : part;
    });
    const thought = thoughts.take();
    return { ...message, content: thought ? [{ type: 'reasoning', text: thought }, ...content] : content };
  }

  return {
    add(event) {
      if (event.kind === 'text') text.add(event.text);
      else {
        endText();
        events.push({ event });
      }
      return event;
    },
    note(part) {
      if (part.type === 'reasoning-delta') thoughts.add(part.delta);
      if (part.type === 'tool-call' && part.providerMetadata)
        notes.set(part.toolCallId, part.providerMetadata);
    },
    messages() {
      endText();
      return toConversation(events).map((message) =>
        message.role === 'assistant' ? complete(message) : message,
      );
    },
  };
}

const piecesTogether = 256;

/** Keeps a text that comes in very many pieces as few: each string takes many times the memory of a word. */
function joinPieces() {
  const joined: string[] = [];
  let pieces: string[] = [];
  return {
    add(piece: string): void {
      pieces.push(piece);
      if (pieces.length < piecesTogether) return;
      joined.push(pieces.join(''));
      pieces = [];
    },
    take(): string {
      const all = [...joined.splice(0), ...pieces.splice(0)];
      return all.join('');
    },
  };
}
