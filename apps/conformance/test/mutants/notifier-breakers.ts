import { isRecord } from '../../src/json/json-record.ts';
import { parseJson } from '../../src/json/parse-json.ts';
import { around, type Breaker, type Target } from './breaker.ts';
import { asOwn, type Mutant, refuse } from './mutant.ts';
import { withText } from './wrap-answers.ts';

type Input = Readonly<Record<string, unknown>>;

/** How the rules of the NOTIFIER tools are broken: by runs of some tools, with what they are asked. */
export const notifierBreakers: Readonly<Record<string, Breaker>> = {
  'notifier.made-is-listed': {
    breaks: 'lists all but the newest device, chat and push',
    wrap: (target) =>
      onRuns(target, /_LIST_/, (send) =>
        changedText(send(), /conformance( device-3| push-2|-email-2)/g, 'somebody else'),
      ),
  },
  'notifier.removed-is-gone': {
    breaks: 'says that it removed what is still there',
    wrap: (target) =>
      onRuns(target, /_DELETE_(?!ALL)/, (send, { iden, device_iden }) =>
        String(iden ?? device_iden).includes('-') ? send() : done(),
      ),
  },
  'notifier.all-pushes-are-gone': {
    breaks: 'keeps all pushes',
    wrap: (target) => onRuns(target, /_DELETE_ALL_/, () => done()),
  },
  'notifier.change-is-shown': {
    breaks: 'says that it changed what is as it was',
    wrap: (target) =>
      onRuns(target, /_UPDATE_DEVICE$/, (send, { app_version }) =>
        app_version === undefined ? done() : send(),
      ),
  },
  'notifier.dismissal-is-shown': {
    breaks: 'says that it dismissed a push that it only found',
    wrap: (target) =>
      onRuns(target, /_UPDATE_PUSH$/, (send, input) =>
        send(input.dismissed === true ? { ...input, dismissed: false } : input),
      ),
  },
  'notifier.takes-what-is-documented': {
    breaks: 'refuses input that is documented',
    wrap: (target) => {
      // Of each kind one can be made and listed: else nothing would be left to ask for.
      let isUpdated = false;
      return onRuns(target, /NOTIFIER_/, (send, input, tool) => {
        isUpdated ||= tool === 'NOTIFIER_UPDATE_DEVICE';
        const isTaken =
          (tool === 'NOTIFIER_CREATE_PUSH' && input.type === 'note') ||
          (tool === 'NOTIFIER_CREATE_DEVICE' && !String(input.nickname).includes('device-3')) ||
          (tool === 'NOTIFIER_CREATE_CHAT' && !String(input.email).includes('email-2')) ||
          (tool === 'NOTIFIER_LIST_PUSHES' && !('active' in input)) ||
          (tool === 'NOTIFIER_LIST_CHATS' && !('limit' in input)) ||
          (tool === 'NOTIFIER_LIST_DEVICES' && !isUpdated);
        return isTaken ? send() : Promise.resolve(refuse(400));
      });
    },
  },
  'notifier.unmuting-is-shown': {
    breaks: 'mutes a chat that is to be heard again',
    wrap: (target) =>
      onRuns(target, /_UPDATE_CHAT$/, (send, input) =>
        send(input.muted === false ? { ...input, muted: true } : input),
      ),
  },
  'notifier.bad-input-does-nothing': {
    breaks: 'makes the best of input that it would have to refuse',
    wrap: (target) =>
      onRuns(target, /_CREATE_|_UPDATE_|_UPLOAD_|_DELETE_(?!ALL)/, async (send, input, tool) => {
        const response = await send();
        if (response.status !== 400) return response;
        return send(tool === 'NOTIFIER_DELETE_PUSH' ? await latestPush(send) : bestOf(tool, input));
      }),
  },
  'notifier.default-shows-as-many': {
    breaks: 'shows ten pushes by default',
    wrap: (target) =>
      onRuns(target, /_LIST_PUSHES$/, (send, input) =>
        send(Object.keys(input).length === 0 ? { limit: 10 } : input),
      ),
  },
  'notifier.guid-makes-one': {
    breaks: 'sends a push as often as it is asked for',
    wrap: (target) => onRuns(target, /_CREATE_PUSH$/, (send, { guid, ...input }) => send(input)),
  },
  'notifier.upload-gives-a-url': {
    breaks: 'promises the address of an upload for later',
    wrap: (target) =>
      onRuns(target, /_UPLOAD_REQUEST$/, (send) => changedText(send(), /https?:[^"\\]*/g, 'soon')),
  },
  'law.notifications-are-the-callers': {
    breaks: 'shows everybody the lists of one user',
    wrap: forOwn(/_LIST_/),
  },
  'law.update-leaves-the-others': {
    breaks: 'mutes all chats with one',
    wrap: (target) => {
      const muted = new Set<unknown>();
      return onRuns(target, /_(UPDATE_CHAT|LIST_CHATS)$/, (send, input, tool) => {
        if (tool.endsWith('_UPDATE_CHAT')) muted.clear();
        if (tool.endsWith('_UPDATE_CHAT') && input.muted === true) muted.add(input.iden);
        const isShown = muted.size > 0 && tool.endsWith('_LIST_CHATS');
        return isShown ? changedText(send(), /(muted\\?":\s*)false/g, '$1true') : send();
      });
    },
  },
  'law.device-keeps-the-rest': {
    breaks: 'forgets the model of a device that gets another name',
    wrap: (target) =>
      onRuns(target, /_LIST_DEVICES$/, async (send) => {
        const response = await send();
        const text = await response.clone().text();
        return text.includes('device-1-renamed')
          ? changedText(Promise.resolve(response), /conformance device-1-model/g, 'unknown')
          : response;
      }),
  },
  'law.update-makes-no-other': {
    breaks: 'registers another device in place of an update',
    wrap: (target) =>
      onRuns(target, /_UPDATE_DEVICE$/, (send, { nickname }) =>
        nickname === undefined
          ? done()
          : send(
              { nickname, model: 'Robot', manufacturer: 'Own make', app_version: 1 },
              'NOTIFIER_CREATE_DEVICE',
            ),
      ),
  },
  'law.notifier-pages-join': {
    breaks: 'shows the first page for each cursor',
    wrap: (target) =>
      onRuns(target, /_LIST_(CHATS|PUSHES)$/, (send, { cursor, ...input }) =>
        cursor === undefined ? send() : send(input),
      ),
  },
  'law.reading-tool-shows-something': {
    breaks: 'lists devices and answers nothing',
    wrap: (target) => onRuns(target, /_LIST_DEVICES$/, async (send) => withText(await send(), () => 'null')),
  },
  'law.notifications-keep-their-texts': {
    breaks: 'calls a device by its model',
    wrap: (target) =>
      onRuns(target, /_CREATE_DEVICE$/, (send, input) => send({ ...input, nickname: input.model })),
  },
  'law.marks-are-kept': {
    breaks: 'keeps no item as checked',
    wrap: (target) =>
      onRuns(target, /_LIST_PUSHES$/, async (send) =>
        withText(await send(), (text) => text.replaceAll(/(checked\\*": ?)true/g, '$1false')),
      ),
  },
  'law.active-pushes-are-listed': {
    breaks: 'has no active pushes since a moment',
    wrap: (target) =>
      onRuns(target, /_LIST_PUSHES$/, (send, input) =>
        send(
          'active' in input && 'modified_after' in input
            ? { ...input, modified_after: 4_102_444_800 }
            : input,
        ),
      ),
  },
  'notifier.optional-may-be-left-out': {
    breaks: 'refuses a note without a body',
    wrap: (target) =>
      onRuns(target, /_CREATE_PUSH$/, (send, input) =>
        input.type === 'note' && !('body' in input) ? Promise.resolve(refuse(400)) : send(),
      ),
  },
  'law.removal-leaves-the-others': {
    breaks: 'removes all chats with one of them',
    wrap: (target) => {
      let listed: readonly string[] = [];
      const removed = new Set<string>();
      return onRuns(target, /_LIST_CHATS$/, async (send, { limit }) => {
        const response = await send();
        if (limit !== undefined) return response;
        return withText(response, (text) => {
          const gone = listed.filter((one) => !text.includes(one));
          if (gone.length === 1) for (const one of listed) removed.add(one);
          listed = [...new Set(text.match(/conformance-email[^"\\@]*@/g))];
          return [...removed].reduce((shown, one) => shown.replaceAll(one, 'gone@'), text);
        });
      });
    },
  },
  'law.pushes-fit-what-was-asked': {
    breaks: 'lists all pushes, whichever are asked for',
    wrap: (target) => onRuns(target, /_LIST_PUSHES$/, (send) => send({})),
  },
};

type Send = (input?: Input, tool?: string) => Promise<Response>;

/** Changes the runs of some NOTIFIER tools. */
export function onRuns(
  target: Target,
  tools: RegExp,
  change: (send: Send, input: Input, tool: string) => Promise<Response>,
): Mutant['wrap'] {
  return around(target, async (request, fetch) => {
    const name = new URL(request.url).pathname.split('/').at(-1) ?? '';
    if (request.method !== 'POST' || !tools.test(name)) return fetch(request);
    const input = parseJson(await request.clone().text());
    if (!isRecord(input)) return fetch(request);
    const { url, headers } = request;
    const send: Send = (other = input, tool = name) =>
      fetch(new Request(url.replace(name, tool), { method: 'POST', headers, body: JSON.stringify(other) }));
    return change(send, input, name);
  });
}

/** The input that bad one comes nearest to. */
function bestOf(tool: string, { iden, nickname, body, ...input }: Input): Input {
  const device = { model: 'Robot', manufacturer: 'Own make', app_version: 1 };
  const named = iden ?? Object.values(input).find((value) => typeof value === 'string');
  const best: Readonly<Record<string, Input>> = {
    NOTIFIER_CREATE_DEVICE: { ...device, nickname },
    NOTIFIER_CREATE_PUSH: { type: 'note', body },
    NOTIFIER_CREATE_CHAT: { email: 'anybody@example.com' },
    NOTIFIER_UPDATE_DEVICE: { iden, nickname: nickname ?? 'Robot' },
    NOTIFIER_UPDATE_PUSH: { iden, dismissed: true },
    NOTIFIER_UPDATE_CHAT: { iden, muted: true },
    NOTIFIER_UPLOAD_REQUEST: { ...input, file_type: 'image/png' },
    NOTIFIER_DELETE_DEVICE: { device_iden: named },
    NOTIFIER_DELETE_CHAT: { iden: named },
  };
  return best[tool] ?? input;
}

async function latestPush(send: Send): Promise<Input> {
  const list = await (await send({}, 'NOTIFIER_LIST_PUSHES')).text();
  return { iden: /iden\W+(\w+)/.exec(list)?.[1] };
}

/** A success, as this deployment tells one. */
function done(): Promise<Response> {
  const body = { content: [{ type: 'text', text: '{}' }], structuredContent: {}, isError: false };
  return Promise.resolve(Response.json(body));
}

export async function changedText(answer: Promise<Response>, from: RegExp, to: string): Promise<Response> {
  return withText(await answer, (text) => text.replaceAll(from, to));
}

/** Runs some tools for one user, whoever asks. */
export function forOwn(tools: RegExp): Breaker['wrap'] {
  return (target) => (original) =>
    around(target, (request, fetch) => fetch(tools.test(request.url) ? asOwn(request, original) : request))(
      original,
    );
}
