import type { Breaker } from './breaker.ts';
import { changedText, forOwn, onRuns } from './notifier-breakers.ts';

/** More ways in which the rules of the NOTIFIER tools are broken. */
export const notifierOtherWays: Readonly<Record<string, readonly Breaker[]>> = {
  'law.marks-are-kept': [
    {
      breaks: 'empties the list of a push that is dismissed',
      wrap: (target) =>
        onRuns(target, /_UPDATE_PUSH$/, (send, input) =>
          send(input.dismissed === true ? { ...input, items: [] } : input),
        ),
    },
    {
      breaks: 'takes false and 0 for not given',
      wrap: (target) =>
        onRuns(target, /_UPDATE_DEVICE$/, (send, input) =>
          send(Object.fromEntries(Object.entries(input).filter(([, value]) => Boolean(value)))),
        ),
    },
  ],
  'notifier.unmuting-is-shown': [
    {
      breaks: 'turns round whether a chat is muted, whatever it is told',
      wrap: (target) => {
        const muted = new Set<unknown>();
        return onRuns(target, /_UPDATE_CHAT$/, async (send, input) => {
          const response = await send({ ...input, muted: !muted.has(input.iden) });
          if (response.ok && !muted.delete(input.iden)) muted.add(input.iden);
          return response;
        });
      },
    },
  ],
  'notifier.guid-makes-one': [
    {
      breaks: 'sends a link as often as it is asked for',
      wrap: (target) =>
        onRuns(target, /_CREATE_PUSH$/, (send, { guid, ...input }) =>
          send(input.type === 'link' ? input : { ...input, ...(guid !== undefined && { guid }) }),
        ),
    },
  ],
  'law.notifier-pages-join': [
    {
      breaks: 'leaves out the first push of the next page',
      wrap: (target) =>
        onRuns(target, /_LIST_PUSHES$/, async (send, input) => {
          if (input.cursor === undefined) return send();
          const first = await (await send({ ...input, limit: 1 })).text();
          const [, cursor] = first.match(/cursor\\*": ?\\*"([^"\\]+)/) ?? [];
          return send(cursor === undefined ? input : { ...input, cursor });
        }),
    },
  ],
  'law.notifications-are-the-callers': [
    { breaks: 'shows everybody the profile of one user', wrap: forOwn(/_GET_USER/) },
    { breaks: 'lets everybody remove a device', wrap: forOwn(/_DELETE_DEVICE/) },
    { breaks: 'lets everybody remove a chat', wrap: forOwn(/_DELETE_CHAT/) },
  ],
  'law.pushes-fit-what-was-asked': [
    {
      breaks: 'looks for what was made since a moment, and not for what was changed',
      wrap: (target) =>
        onRuns(target, /_LIST_PUSHES$/, (send, input) =>
          'modified_after' in input ? changedText(send(), /conformance push-1/g, 'somebody else') : send(),
        ),
    },
  ],
};
