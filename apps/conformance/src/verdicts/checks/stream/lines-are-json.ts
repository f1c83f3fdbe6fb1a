import { jsonLines, ndjsonStreams } from '../../streams.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const linesAreJson: Check = {
  rule: 'ndjson.lines-are-json',
  whenUnseen: 'no NDJSON stream came to its end',
  judge: (recording) =>
    judgeEach(ndjsonStreams(recording), (stream) => {
      const wrong = jsonLines(stream).find(({ value }) => value === undefined);
      if (wrong === undefined) return undefined;
      return finding([stream], {
        expected: 'one JSON value on each line',
        observed: `line ${wrong.number} is none: ${JSON.stringify(wrong.text.slice(0, 80))}`,
      });
    }),
};
