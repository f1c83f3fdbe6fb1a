import { declaredAnswers, isInRange, mediaTypeOf } from '../../declared/answers.ts';
import { finding } from '../../findings/finding.ts';
import { headerOf } from '../../findings/observe.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const mediaTypeIsListed: Check = {
  id: 'declared.media-type',
  drivenBy: 'probes',
  evidence: ['answer'],
  needs: [],
  judge: (recording, { operations }) => {
    const subjects = declaredAnswers(recording, operations).flatMap((answer) => {
      const mediaType = mediaTypeOf(answer.exchange);
      const listed = (answer.response?.contents ?? []).map((one) => one.mediaType);
      const hasBody = answer.exchange.response?.body.text !== '';
      return mediaType === undefined || listed.length === 0 || !hasBody
        ? []
        : [{ exchange: answer.exchange, mediaType, listed }];
    });
    return judgeEach(subjects, ({ exchange, mediaType, listed }) =>
      listed.some((range) => isInRange(mediaType, range))
        ? undefined
        : finding([exchange], {
            expected: {
              kind: 'header',
              name: 'content-type',
              presence: 'present',
              value: listed.join(' | '),
              because: { kind: 'declared' },
            },
            observed: headerOf(exchange, 'content-type'),
          }),
    );
  },
};
