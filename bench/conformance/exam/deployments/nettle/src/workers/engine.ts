import { Agent, Run } from '../store/models';
import { callPlainTool } from '../tools/plain-tools';

export interface ToolCall { id: string; name: string; arguments: Record<string, unknown>; result: Record<string, unknown>; }
export interface Turn { text: string; tool: ToolCall | null; job: 'ok' | 'error' | null; }

/** At most so many characters, and no halves of them: what is streamed is UTF-8. */
const cut = (s: string, n = 160) => {
  const chars = Array.from((s as any).toWellFormed() as string);
  return chars.length > n ? `${chars.slice(0, n).join('')}…` : chars.join('');
};

/** What the worker does with the last user message of this history. */
export function think(agent: Agent, run: Pick<Run, 'messages' | 'jobOutcome'>, message: string): Turn {
  const before = run.messages.filter((m) => m.role === 'user');
  const said: string[] = [];

  const job = /\b(job|background)\b/i.test(message) && /\b(start|run|launch|do)\b/i.test(message);
  if (job) {
    const fails = /\b(fails?|failing|error|crash)\b/i.test(message);
    said.push(`I have handed this to my virtual computer, where it goes on in the background. Please come back in a few seconds to hear how it went.`);
    return { text: said.join(' '), tool: null, job: fails ? 'error' : 'ok' };
  }

  let tool: ToolCall | null = null;
  const weather = /\bweather\b.*?\bin ([A-Z][\w-]*)/.exec(message);
  if (weather) {
    const args = { city: weather[1] };
    const result = callPlainTool('get_weather', args) as any;
    tool = { id: `call_${run.messages.length + 1}`, name: 'get_weather', arguments: args, result };
    said.push(`In ${args.city} it is ${result.sky} just now, with ${result.temperatureC} degrees.`);
  } else {
    said.push(`This is ${agent.title}. You said "${cut(message)}" and I have made a note of it.`);
  }
  if (run.jobOutcome) said.push(run.jobOutcome);
  if (before.length) {
    said.push(`We have now exchanged ${before.length + 1} messages; our conversation began with "${cut(before[0].content, 80)}" and before this one you said "${cut(before[before.length - 1].content, 80)}".`);
  } else {
    said.push(`Our conversation begins here, so tell me more whenever you like.`);
  }
  return { text: said.join(' '), tool, job: null };
}

/** The text in the pieces in which it is sent. */
export function pieces(text: string): string[] {
  const words = text.match(/\s*\S+|\s+$/g) ?? [text];
  const size = Math.max(1, Math.ceil(words.length / 24));
  const out: string[] = [];
  for (let i = 0; i < words.length; i += size) out.push(words.slice(i, i + size).join(''));
  return out;
}
