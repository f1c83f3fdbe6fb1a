import { type Exchange, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { queryOf } from '../../lists.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const vibePromptIsForItsService: Check = {
  id: 'law.vibe-prompt-is-for-its-service',
  drivenBy: 'sequences',
  evidence: ['other-input'],
  needs: [],
  judge: (recording, { operations }) => {
    const prompts = probesOf(recording, operations).filter(
      (one) => succeeded(one) && one.intent?.kind === 'valid' && one.identity === 'own',
    );
    const first = (one: Exchange): Exchange | undefined =>
      prompts.find((other) => isSameCase(one, other) && addressOf(one) === addressOf(other));
    return judgeEach(
      prompts.flatMap((one) => {
        const other = first(one);
        return other === undefined || service(other) === service(one) ? [] : [{ one, other }];
      }),
      ({ one, other }) =>
        textOf(one) === textOf(other)
          ? finding([other, one], {
              expected: { kind: 'field', path: [], must: 'differ-from-another-input' },
              observed: { kind: 'field', path: [], value: textOf(one).slice(0, 160).toWellFormed() },
            })
          : undefined,
    );
  },
};

function service(one: Exchange): string | null {
  return queryOf(one, 'service_name');
}

function addressOf({ request }: Exchange): string {
  return new URL(request.url).pathname;
}

function textOf({ response }: Exchange): string {
  return response?.body.text ?? '';
}
