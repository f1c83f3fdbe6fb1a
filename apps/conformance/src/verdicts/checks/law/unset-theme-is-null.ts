import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { isFresh, isPresent } from '../../presence.ts';
import {
  historyOf,
  isResourceCall,
  type ResourceExchange,
  type ResourceHistory,
  traceOf,
} from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const unsetThemeIsNull: Check = {
  id: 'law.unset-theme-is-null',
  drivenBy: 'sequences',
  evidence: ['record-read'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      recording.user
        .filter(isResourceCall)
        .filter(({ operation }) => operations.includes(operation))
        .filter((read) => isOfOwnAgent(read, recording)),
      (read) => {
        const agent = agentOf(read, recording);
        if (agent === undefined || read.response?.status !== 404) return undefined;
        return finding(traceOf(agent, read), {
          expected: {
            kind: 'status',
            oneOf: ['success'],
            because: { kind: 'made', record: { family: agent.family, id: agent.id } },
          },
          observed: statusOf(read),
        });
      },
      (read) => bodyIn(read) !== undefined,
    ),
};

/** An agent that is there for sure, and has had time to be known everywhere. */
function isOfOwnAgent(read: ResourceExchange, recording: Recording): boolean {
  const agent = agentOf(read, recording);
  if (agent === undefined || read.identity !== 'own' || read.intent?.kind !== 'valid') return false;
  const isAnswered = read.response !== undefined && read.transportError === undefined;
  return isAnswered && isPresent(agent, read) && !isFresh(agent, read, recording);
}

/** A theme is named by the identifier of its agent. */
function agentOf(read: ResourceExchange, recording: Recording): ResourceHistory | undefined {
  const family = recording.contract.get(read.operation)?.resource?.family.parent?.family;
  return family === undefined
    ? undefined
    : historyOf(recording, { family, id: read.resource.id ?? '' }, read);
}
