import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { isId, membersIn } from '../../../json/find-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { pathValues } from '../../path-values.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** An identifier of a chat may be that of either. */
const chats: readonly string[] = ['agent', 'studio chat'];

export const feedbackAnswersItsChat: Check = {
  id: 'law.feedback-answers-its-chat',
  drivenBy: 'sequences',
  evidence: ['success', 'named-read'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      probesOf(recording, operations).flatMap((one) => {
        const id = pathValues(one, recording)[0] ?? '';
        const shown = succeeded(one) ? shownOf(id, recording) : undefined;
        return shown === undefined ? [] : [{ one, id, ...shown }];
      }),
      ({ one, id, by, names }) => {
        const members = membersIn(bodyIn(one));
        const other = members.find(
          ([name, value]) => names.has(name) && typeof value === 'string' && value !== '',
        );
        if (other === undefined || members.some(([, value]) => isId(value, id))) return undefined;
        const [name, value] = other;
        return finding([by, one], {
          expected: { kind: 'field', path: [name], oneOf: [id] },
          observed: { kind: 'field', path: [name], value },
        });
      },
    ),
};

/** A read of the same chat or agent, and under which names it shows the identifier. */
function shownOf(
  id: string,
  recording: Recording,
): { readonly by: Exchange; readonly names: ReadonlySet<string> } | undefined {
  for (const by of recording.user) {
    const reading = recording.contract.get(by.operation)?.resource;
    const isRead = reading?.does === 'read' && chats.includes(reading.family.name);
    if (!isRead || !succeeded(by) || pathValues(by, recording)[0] !== id) continue;
    const names = membersIn(bodyIn(by)).flatMap(([name, value]) => (isId(value, id) ? [name] : []));
    if (names.length > 0) return { by, names: new Set(names) };
  }
  return undefined;
}
