import { jsonLines, ndjsonStreams } from '../../streams.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const linesAreJson: Check = {
  id: 'ndjson.lines-are-json',
  whenUnseen: 'no NDJSON stream with a line in it came to its end',
  judge: (recording) =>
    judgeEach(
      ndjsonStreams(recording).filter((stream) => jsonLines(stream).length > 0),
      (stream) => {
        const wrong = jsonLines(stream).find(({ value }) => value === undefined);
        if (wrong === undefined) return undefined;
        return finding([stream], {
          expected: 'one JSON value on each line',
          observed: `line ${wrong.number} is none: ${JSON.stringify(wrong.text.slice(0, 80))}`,
        });
      },
    ),
};
