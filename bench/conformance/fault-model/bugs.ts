import type { Fault } from './faults.ts';

/** A bug of several parts, each a fault of the model. */
export interface Bug {
  readonly number: number;
  readonly basis: 'stated' | 'implied' | 'both' | 'open';
  readonly what: string;
  /** `operator @ operation detail`; `*` stands for anything. */
  readonly parts: readonly string[];
}

/** The faults that once were injected into the reference deployment together, and all passed unnoticed. */
export const bugs: readonly Bug[] = [
  bug(1, 'stated', 'anybody reads private agents, chats and studio chats', [
    'anybody without a credential sees what is private @ getAgent',
    'anybody without a credential sees what is private @ getChat',
    'anybody without a credential sees what is private @ getStudioChat',
  ]),
  bug(2, 'stated', 'every GET of one record answers null', ['record is something else @ get* null']),
  bug(3, 'stated', 'the webhook takes any signature', ['any signature is taken @ *']),
  bug(4, 'implied', 'a deleted API key still opens workers', ['deleted key opens the Workers API still @ *']),
  bug(5, 'implied', "another user reads a run's logs", [
    "other users' records are open @ listAgentRunLogs",
    "other users' records are open @ listAgentRunMcpServerLogs",
  ]),
  bug(6, 'implied', "feedback, upsell and vibe on another's private agent", [
    "other users' records are open @ submitChatFeedback",
    "other users' records are open @ generateUpsellDescription",
    "other users' records are open @ getVibePrompt",
  ]),
  bug(7, 'stated', 'an unknown identifier gives an internal error', [
    'refusal is an internal error @ cloneChat 404',
    'refusal is an internal error @ cloneStudioChat 404',
    'refusal is an internal error @ submitChatFeedback 404',
    'refusal is an internal error @ subscribeToAgent 404',
  ]),
  bug(8, 'stated', '402 as 400, 401 as 404 on tool runs, 403 as 404 nearly everywhere', [
    'refusal has the status of another refusal @ subscribeToAgent 402 as 400',
    'refusal has the status of another refusal @ runTool 401 as 404',
    'refusal has the status of another refusal @ * 403 as 404',
  ]),
  bug(9, 'stated', 'an upsert of an agent that is there makes another', ['upsert makes another agent @ *']),
  bug(10, 'stated', 'the CLI reads another text than the JWT', ['JWT that is read is another @ *']),
  bug(11, 'implied', 'DELETE of a chat or studio chat does nothing', [
    'write is answered but not done @ deleteChat',
    'write is answered but not done @ deleteStudioChat',
  ]),
  bug(12, 'stated', 'NDJSON is one line {"type":"done"}', ['NDJSON only says that it is done @ *']),
  bug(13, 'stated', "the text stream tells a tool's name", ['text tells the tool that was called @ *']),
  bug(14, 'implied', 'runs of workers are absent from /me/agent-runs', [
    'list is empty @ listAgentRuns',
    'record that is there is not found @ getAgentRun',
  ]),
  bug(15, 'stated', 'the default period of subscribers and earnings is another', [
    'default is another @ getMonetizationSubscribers period',
    'default is another @ getMonetizationEarnings period',
  ]),
  bug(16, 'stated', 'search ignores limit or min_score, the summary its period', [
    'parameter is ignored @ searchTools limit',
    'parameter is ignored @ searchTools min_score',
    'parameter is ignored @ getMonetizationSummary period',
  ]),
  bug(17, 'stated', 'search ignores q', ['required parameter is read as a fixed value @ searchTools q']),
  bug(18, 'stated', 'an invalid theme color is taken', [
    'refusal is a success @ setAgentTheme 400',
    'body is not validated @ setAgentTheme',
  ]),
  bug(19, 'both', 'using credits does nothing; counts and availability never change', [
    'write is answered but not done @ useCredits',
    'first answer is given for ever @ getVipRedemptionCount',
    'first answer is given for ever @ checkVanitySlug',
    'first answer is given for ever @ getSubscription',
  ]),
  bug(20, 'implied', 'content, name and position of files are lost', [
    'field that was sent is lost @ createAgentFile *',
  ]),
  bug(21, 'implied', 'a clone copies nothing', ['clone copies nothing @ *']),
  bug(22, 'stated', 'the last page drops a record; the cursor is no date-time', [
    'last page lacks its last record @ *',
    'cursor is no date-time @ *',
  ]),
  bug(23, 'open', '`limit=seven` is taken', ['parameter of another type is taken @ * limit']),
  bug(24, 'both', 'identifiers of another form are taken', ['identifier of another form is taken @ *']),
  bug(25, 'open', 'a whole reply is held back', ['whole answer is held back to its end @ *']),
  bug(26, 'implied', 'reads of a key omit its value', [
    'field is missing @ getApiKey key',
    'field is missing @ getDefaultApiKey key',
  ]),
  bug(27, 'both', 'any vibe service and any cron are taken', ['value that means nothing is taken @ *']),
  bug(28, 'both', 'an integration tool is missing; `input_schema` for `inputSchema`', [
    'integration tool is missing @ *',
    'input schema is called otherwise @ *',
  ]),
  bug(29, 'stated', 'a forged signature is taken', [
    'credential is not looked at closely @ * another signature',
  ]),
];

export function partsOf({ parts }: Bug, faults: readonly Fault[]): readonly Fault[] {
  return faults.filter(({ id }) => parts.some((part) => isLike(part, id)));
}

function isLike(pattern: string, id: string): boolean {
  const [begin = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return id === pattern;
  return id.startsWith(begin) && id.endsWith(rest.join('*'));
}

function bug(number: number, basis: Bug['basis'], what: string, parts: readonly string[]): Bug {
  return { number, basis, what, parts };
}
