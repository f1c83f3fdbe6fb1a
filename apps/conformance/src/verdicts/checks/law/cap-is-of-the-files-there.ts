import { type Exchange, inCases, succeeded } from '../../../exchanges/exchange.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const capIsOfTheFilesThere: Check = {
  id: 'law.cap-is-of-the-files-there',
  drivenBy: 'sequences',
  evidence: ['record-removed', 'answer'],
  needs: [],
  judge: ({ user }) => {
    const calls = user
      .filter(isResourceCall)
      .filter(({ identity, resource }) => identity === 'own' && resource.family === 'file');
    const cases = inCases(calls);
    return judgeEach(
      cases.flatMap(cappedIn),
      ({ cap, attempts, list }) => tooFew(cap, attempts) ?? tooMany(cap, list),
    );
  },
};

interface Capped {
  /** The refusal that showed how many files an agent may have. */
  readonly cap: Cap;
  /** What was tried where there was room. */
  readonly attempts: readonly Exchange[];
  /** The files after all of it. */
  readonly list: ResourceExchange;
}

interface Cap {
  readonly refusal: ResourceExchange;
  readonly files: number;
  readonly list: ResourceExchange;
}

/** The files of one agent up to its cap, one of them removed, and others tried then: there and elsewhere. */
function cappedIn(calls: readonly ResourceExchange[]): readonly Capped[] {
  const makes = calls.filter(({ resource }) => resource.act === 'create');
  const refusal = makes.find(({ response }) => response?.status === 400);
  if (refusal === undefined) return [];
  const isOfAgent = (one: ResourceExchange): boolean => one.request.url.startsWith(refusal.request.url);
  const lists = calls.filter((one) => one.resource.act === 'list' && isOfAgent(one) && succeeded(one));
  const full = lists.find((one) => one.sentAt > refusal.sentAt);
  const removal = calls.find(
    (one) => one.resource.act === 'remove' && isOfAgent(one) && one.sentAt > refusal.sentAt && succeeded(one),
  );
  const list = lists.findLast((one) => removal !== undefined && one.sentAt > removal.sentAt);
  if (removal === undefined || full === undefined || list === undefined) return [];
  const made = makes.filter((one) => isOfAgent(one) && succeeded(one) && one.sentAt < removal.sentAt);
  // A list may be behind what was made.
  const files = Math.max(full.resource.listed?.length ?? 0, made.length);
  if (files < 2) return [];
  const later = makes.filter((one) => one.sentAt > removal.sentAt && one.response !== undefined);
  const elsewhere = later.filter((one) => !isOfAgent(one));
  const together = later.filter(isOfAgent);
  // Of those that are sent together one has room, where the removal is seen to have made some.
  const hasRoom = (list.resource.listed?.length ?? files) < files;
  const attempts = [...elsewhere, ...(hasRoom && !together.some(succeeded) ? together.slice(0, 1) : [])];
  return together.length === 0 ? [] : [{ cap: { refusal, files, list: full }, attempts, list }];
}

function tooFew({ refusal }: Cap, attempts: readonly Exchange[]): Found | undefined {
  const refused = attempts.find(({ response }) => response?.status === 400);
  if (refused === undefined) return undefined;
  return finding([refusal, refused], {
    expected: { kind: 'status', oneOf: ['success'] },
    observed: statusOf(refused),
  });
}

function tooMany({ files, list: full }: Cap, list: ResourceExchange): Found | undefined {
  const count = list.resource.listed?.length ?? 0;
  if (count <= files) return undefined;
  return finding([full, list], {
    expected: { kind: 'count', of: 'records', atMost: files },
    observed: { kind: 'count', count, before: files },
  });
}
