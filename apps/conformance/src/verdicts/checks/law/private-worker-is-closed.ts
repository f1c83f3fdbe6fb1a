import type { Exchange } from '../../../exchanges/exchange.ts';
import { takenAnyway } from '../../findings/taken-anyway.ts';
import { freshWrites } from '../../presence.ts';
import { sentFor } from '../../probes.ts';
import { stateBefore } from '../../resource-state.ts';
import { historyOf } from '../../resources.ts';
import { isPut } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

const family = 'agent';

export const privateWorkerIsClosed: Check = {
  id: 'law.private-worker-is-closed',
  drivenBy: 'sequences',
  evidence: ['condition-tried'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, rule) =>
    judgeEach(
      sentFor(recording, rule).filter((one) => isPrivate(one, recording)),
      (call) => takenAnyway(call, { kind: 'foreign', record: { family, id: agentOf(call) } }),
    ),
};

/** One that was made so and not changed since, or that the owner of the deployment tells to be. */
function isPrivate(call: Exchange, recording: Recording): boolean {
  if (call.response === undefined) return false;
  const history = historyOf(recording, { family, id: agentOf(call) }, call);
  if (history === undefined || history.existenceEvidence.length === 0) return call.intent?.certain === true;
  const isChanged = freshWrites(history, call, recording).some(({ resource }) => resource.act === 'change');
  return stateBefore(history, call).visibility === 'private' && !isChanged;
}

/** The path of a start ends with the agent; that of what continues a run, with the run. */
function agentOf(call: Exchange): string {
  const path = new URL(call.request.url).pathname.split('/');
  return decodeURIComponent(path.at(isPut(call) ? -2 : -1) ?? '');
}
