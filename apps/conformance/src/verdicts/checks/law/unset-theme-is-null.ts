import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import {
  agentHistory,
  isFresh,
  isPresent,
  isResourceCall,
  type ResourceExchange,
  traceOf,
} from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const unsetThemeIsNull: Check = {
  id: 'law.unset-theme-is-null',
  area: 'resource',
  evidence: ['record-made', 'record-read'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      recording.user
        .filter(isResourceCall)
        .filter(({ operation }) => operations.includes(operation))
        .filter((read) => isOfOwnAgent(read, recording)),
      (read) => {
        const agent = agentHistory(recording, read.resource.id ?? '');
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
  const agent = agentHistory(recording, read.resource.id ?? '');
  if (agent === undefined || read.identity !== 'own' || read.intent?.kind !== 'valid') return false;
  const isAnswered = read.response !== undefined && read.transportError === undefined;
  return isAnswered && isPresent(agent, read) && !isFresh(agent, read, recording);
}
