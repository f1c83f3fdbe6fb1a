import { type ToolSet, tool } from 'ai';
import { z } from 'zod';

const entries: Readonly<Record<string, string>> = {
  tides: 'Tides follow the moon: two high waters in 24 hours 50 minutes. Reference TID-4821.',
  sourdough: 'Sourdough rises by wild yeast and lactic bacteria in 8 to 14 hours. Reference SRD-1177.',
  lighthouses: 'The light of a first-order lens reaches about 20 nautical miles. Reference LGT-3056.',
};

/** A small reference book, so that a tool call can be tried without any service. */
export function lookup(): ToolSet[string] {
  return tool({
    description: `Looks a topic up in a small reference book. Topics: ${Object.keys(entries).join(', ')}.`,
    inputSchema: z.object({ topic: z.string() }),
    execute: async ({ topic }) => ({
      topic,
      text: entries[topic.toLowerCase()] ?? 'No entry on this topic.',
    }),
  });
}
