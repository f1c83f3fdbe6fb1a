import { finding } from '../../findings/finding.ts';
import { excerptOf } from '../../findings/observe.ts';
import { jsonLines, ndjsonStreams } from '../../streams.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const linesAreJson: Check = {
  id: 'ndjson.lines-are-json',
  drivenBy: 'scenarios',
  evidence: ['ndjson-stream'],
  needs: [],
  judge: (recording) =>
    judgeEach(
      ndjsonStreams(recording).filter((stream) => jsonLines(stream).length > 0),
      (stream) => {
        const wrong = jsonLines(stream).find(({ value }) => value === undefined);
        if (wrong === undefined) return undefined;
        return finding([stream], {
          expected: { kind: 'stream-line', holds: 'json' },
          observed: {
            kind: 'stream-line',
            holds: 'text',
            number: wrong.number,
            text: excerptOf(wrong.text, 80),
          },
        });
      },
    ),
};
