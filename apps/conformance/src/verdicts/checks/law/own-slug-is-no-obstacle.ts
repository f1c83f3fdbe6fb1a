import { type Exchange, isRefused, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { requestIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { leavesIn, leavesOf } from '../../leaves.ts';
import { probesOf } from '../../probes.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const ownSlugIsNoObstacle: Check = {
  id: 'law.own-slug-is-no-obstacle',
  drivenBy: 'sequences',
  evidence: ['record-written', 'record-shown'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(savesIn(recording, operations), ({ taken, shown, save, control }) =>
      isForTheSlug(save)
        ? finding([taken, shown, control, save], {
            expected: { kind: 'status', oneOf: ['success'] },
            observed: statusOf(save),
          })
        : undefined,
    ),
};

/** An agent that is shown with a slug, and is saved with the same one. */
interface Save {
  readonly taken: Exchange;
  readonly shown: Exchange;
  /** The same saved without a slug, which is taken. */
  readonly control: Exchange;
  readonly save: Exchange;
}

function savesIn(recording: Recording, operations: readonly string[]): readonly Save[] {
  const reads = probesOf(recording, ['getChat']).filter(succeeded);
  const saves = probesOf(recording, operations).filter(({ identity, intent }) => {
    return identity === 'own' && (intent?.kind === 'open-refusal' || intent?.kind === 'valid');
  });
  return saves.flatMap((save): Save[] => {
    const [shown] = reads
      .filter(
        (read) =>
          read.request.url === save.request.url && isSameCase(read, save) && endedAt(read) <= save.sentAt,
      )
      .slice(-1);
    const slug = shown && textsOf(save).find((text) => isSlug(text) && hasLeaf(shown, text));
    if (shown === undefined || slug === undefined) return [];
    const taken = recording.user.find(
      (one) =>
        isSameCase(one, save) &&
        succeeded(one) &&
        one.request.method === 'POST' &&
        textsOf(one).includes(slug),
    );
    const control = saves.find(
      (one) => one.operation === save.operation && succeeded(one) && !textsOf(one).some(isSlug),
    );
    return taken === undefined || control === undefined ? [] : [{ taken, shown, control, save }];
  });
}

function textsOf(call: Exchange): readonly string[] {
  return leavesIn(requestIn(call)).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
}

function isSlug(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(text);
}

function hasLeaf(one: Exchange, text: string): boolean {
  return leavesOf(one).some(({ value }) => value === text);
}

/** Nobody was refused for who he is. */
function isForTheSlug(one: Exchange): boolean {
  return isRefused(one) && ![401, 403, 404].includes(one.response?.status ?? 0);
}
