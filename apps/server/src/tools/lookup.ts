import { type ToolSet, tool } from 'ai';
import { z } from 'zod';

const entries: Readonly<Record<string, string>> = {
  tides: 'Tides follow the moon: two high waters in 24 hours 50 minutes. Reference TID-4821.',
  sourdough: 'Sourdough rises by wild yeast and lactic bacteria in 8 to 14 hours. Reference SRD-1177.',
  lighthouses: 'The light of a first-order lens reaches about 20 nautical miles. Reference LGT-3056.',
};

export const lookupDescription = `Looks a topic up in a small reference book. Topics: ${Object.keys(entries).join(', ')}.`;
export const lookupInput = z.object({ topic: z.string() });

/** What the reference book says of a topic. */
export function findEntry({ topic }: z.output<typeof lookupInput>): { topic: string; text: string } {
  return { topic, text: entries[topic.toLowerCase()] ?? 'No entry on this topic.' };
}

/** A small reference book, so that a tool call can be tried without any service. */
export function lookup(): ToolSet[string] {
  return tool({
    description: lookupDescription,
    inputSchema: lookupInput,
    execute: async (input) => findEntry(input),
  });
}
