import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { excerptOf } from '../../findings/observe.ts';
import { leavesOf } from '../../leaves.ts';
import { queryOf } from '../../lists.ts';
import { pathValues } from '../../path-values.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const vibePromptIsForItsAgent: Check = {
  id: 'law.vibe-prompt-is-for-its-agent',
  drivenBy: 'sequences',
  evidence: ['other-input'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(pairsIn(recording, operations), ({ one, other }) => {
      const id = agentOf(other, recording);
      const shown = leavesOf(one).find(({ value }) => names(value, id));
      if (shown === undefined || names(shown.value, agentOf(one, recording))) return undefined;
      return finding([other, one], {
        expected: { kind: 'field', path: shown.path, must: 'be-of-what-was-asked-for' },
        observed: { kind: 'field', path: shown.path, value: excerptOf(String(shown.value)).begins },
      });
    }),
};

/** Prompts for two agents and the same service. */
function pairsIn(
  recording: Recording,
  operations: readonly string[],
): readonly { readonly one: Exchange; readonly other: Exchange }[] {
  const prompts = probesOf(recording, operations).filter(
    (one) => succeeded(one) && one.intent?.kind === 'valid' && one.identity === 'own',
  );
  return prompts.flatMap((one) =>
    prompts
      .filter((other) => queryOf(other, 'service_name') === queryOf(one, 'service_name'))
      .filter((other) => agentOf(other, recording) !== agentOf(one, recording))
      .map((other) => ({ one, other })),
  );
}

function agentOf(one: Exchange, recording: Recording): string {
  return pathValues(one, recording)[0] ?? '';
}

function names(value: unknown, id: string): boolean {
  return typeof value === 'string' && id !== '' && value.toLowerCase().includes(id);
}
