import { GoogleGenAI } from '@google/genai';
import { describe, expect, it } from 'vitest';
import { gemini } from '../src/adapters/gemini.ts';
import { listenFetch } from '../src/node/listen-fetch.ts';

describe.each(['parametersJsonSchema', 'parameters'] as const)("Google's SDK, by way of %s", (path) => {
  it('sends our declarations without changing a word', async () => {
    const { tools } = gemini({ path });
    const bodies: unknown[] = [];
    const listener = await listenFetch(async (request) => {
      bodies.push(await request.json());
      return Response.json({ candidates: [] });
    });
    const client = new GoogleGenAI({ apiKey: 'offline', httpOptions: { baseUrl: listener.address } });
    const config = { tools: [{ functionDeclarations: tools }] };
    await client.models.generateContent({ model: 'any', contents: 'Hello', config });
    await listener.close();
    expect(bodies).toMatchObject([{ tools: [{ functionDeclarations: tools }] }]);
  });
});
