import { type Exchange, header, succeeded } from '../../../exchanges/exchange.ts';
import { isId, membersIn, recordIn } from '../../../json/find-record.ts';
import { agreementOf } from '../../agreement.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { memoize } from '../../memoize.ts';
import { pathValues } from '../../path-values.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { startsRun } from '../../worker-runs.ts';

/** What an answer has of a run under a name that may tell its agent. */
interface Subject {
  readonly answer: Exchange;
  readonly agent: string;
  readonly name: string;
  readonly value: unknown;
}

const views = ['listAgentRuns', 'getAgentRun'];

export const runShowsItsAgent: Check = {
  id: 'law.run-shows-its-agent',
  drivenBy: 'sequences',
  evidence: ['run-started', 'success'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      tellingSubjects(recording).filter(({ answer }) => operations.includes(answer.operation)),
      (subject) =>
        isOfAgent(subject)
          ? undefined
          : finding([subject.answer], {
              expected: { kind: 'field', path: [subject.name], oneOf: [subject.agent] },
              observed: { kind: 'field', path: [subject.name], value: subject.value },
            }),
    ),
};

/** A name tells where one of the two operations always has the agent there; the other one, where it never has, is wrong. */
const tellingSubjects = memoize((recording: Recording): readonly Subject[] => {
  const names = Map.groupBy(subjectsIn(recording), ({ name }) => name);
  return [...names.values()].flatMap((subjects) => {
    const { always, never } = agreementOf(subjects, isOfAgent);
    return always.length === 0 ? [] : [...always, ...never].flat();
  });
});

function isOfAgent({ agent, value }: Subject): boolean {
  return isId(value, agent);
}

function subjectsIn(recording: Recording): readonly Subject[] {
  const own = recording.user.filter((one) => one.identity === 'own' && succeeded(one));
  const starts = own.flatMap((one) => {
    const [agent] = pathValues(one, recording);
    const run = header(one, 'x-service-run-id');
    return startsRun(one) && run !== undefined && agent !== undefined ? [{ run, agent }] : [];
  });
  return own
    .filter(({ operation }) => views.includes(operation))
    .flatMap((answer) =>
      starts.flatMap(({ run, agent }) => {
        const record = recordIn(bodyIn(answer), run);
        return membersIn(record)
          .filter(([, value]) => typeof value === 'string' && !isId(value, run))
          .map(([name, value]) => ({ answer, agent, name, value }));
      }),
    );
}
