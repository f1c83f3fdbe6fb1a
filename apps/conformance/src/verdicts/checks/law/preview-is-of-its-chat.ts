import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { excerptOf } from '../../findings/observe.ts';
import { leavesOf } from '../../leaves.ts';
import { pathValues } from '../../path-values.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const previewIsOfItsChat: Check = {
  id: 'law.preview-is-of-its-chat',
  drivenBy: 'sequences',
  evidence: ['other-input'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      pairsIn(recording, operations),
      ({ one, other }) => {
        const id = chatOf(other, recording);
        const shown = leavesOf(one).find(({ value }) => names(value, id));
        if (shown === undefined || leavesOf(one).some(({ value }) => names(value, chatOf(one, recording))))
          return undefined;
        return finding([other, one], {
          expected: { kind: 'field', path: shown.path, must: 'be-of-what-was-asked-for' },
          observed: { kind: 'field', path: shown.path, value: excerptOf(String(shown.value)).begins },
        });
      },
      ({ one, other }) => textOf(one, recording) !== textOf(other, recording),
    ),
};

/** What a preview says besides the identifier that it was asked for. */
function textOf(one: Exchange, recording: Recording): string {
  return (one.response?.body.text ?? '').toLowerCase().replaceAll(chatOf(one, recording), '');
}

/** Previews of two chats, of which the first is no clone: that may keep what its original shows. */
function pairsIn(
  recording: Recording,
  operations: readonly string[],
): readonly { readonly one: Exchange; readonly other: Exchange }[] {
  const previews = probesOf(recording, operations).filter(
    (one) => succeeded(one) && one.intent?.kind === 'valid',
  );
  const clones = recording.user.flatMap(({ operation, resource }) =>
    recording.contract.get(operation)?.resource?.does === 'clone' ? [resource?.id?.toLowerCase() ?? ''] : [],
  );
  return previews
    .filter((one) => !clones.includes(chatOf(one, recording)))
    .flatMap((one) =>
      previews
        .filter((other) => chatOf(other, recording) !== chatOf(one, recording))
        .map((other) => ({ one, other })),
    );
}

function chatOf(one: Exchange, recording: Recording): string {
  return pathValues(one, recording)[0] ?? '';
}

function names(value: unknown, id: string): boolean {
  return typeof value === 'string' && id !== '' && value.toLowerCase().includes(id);
}
