import { digestJson } from './digest.ts';

export interface GuidSource {
  runId: string | undefined;
  callId: string | undefined;
  input: unknown;
}

/** The same for every repeat of a call, where run and call are known; else one of its own. */
export async function deriveGuid({ runId, callId, input }: GuidSource): Promise<string> {
  if (runId === undefined || callId === undefined) return crypto.randomUUID();
  return (await digestJson({ runId, callId, input })).slice(0, 32);
}
