import { type GeminiOptions, gemini } from '@agent-workers/tools/gemini';
import type { RunTool } from '@agent-workers/tools/run-tool';
import type { Content, GoogleGenAI } from '@google/genai';

/** Function declarations by either of the two schema paths. */
export async function chatWithGemini(
  client: GoogleGenAI,
  run: RunTool,
  path: NonNullable<GeminiOptions['path']>,
): Promise<string> {
  const { tools, respond } = gemini({ path });
  const contents: Content[] = [{ role: 'user', parts: [{ text: 'Dinner is ready. Tell me.' }] }];
  const request = { model: 'scripted', contents, config: { tools: [{ functionDeclarations: tools }] } };
  const first = await client.models.generateContent(request);
  const calls = first.functionCalls ?? [];
  const answers = await Promise.all(calls.map((call) => respond(call, { run })));
  contents.push(
    { role: 'model', parts: calls.map((functionCall) => ({ functionCall })) },
    { role: 'user', parts: answers },
  );
  return (await client.models.generateContent(request)).text ?? '';
}
