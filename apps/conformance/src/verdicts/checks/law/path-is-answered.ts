import { type Exchange, isOwnSuccess } from '../../../exchanges/exchange.ts';
import { at, loneRecordIn } from '../../../json/json-record.ts';
import { isUuid } from '../../../json/uuid.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { showsAnother } from '../../other-identifiers.ts';
import { pathParameters } from '../../path-values.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** A field of an answer that is called, by the owner or the deployment, as a parameter of its path is. */
interface Named {
  readonly answer: Exchange;
  readonly path: readonly string[];
  readonly asked: string;
  readonly shown: unknown;
}

export const pathIsAnswered: Check = {
  id: 'law.path-is-answered',
  drivenBy: 'sequences',
  evidence: ['told-place'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      probesOf(recording, operations)
        .filter(isOwnSuccess)
        .flatMap((one) => namedIn(one, recording)),
      ({ answer, path, asked, shown }) =>
        showsAnother(recording, answer, { name: path.at(-1), id: asked, shown })
          ? finding([answer], {
              expected: { kind: 'field', path, oneOf: [asked], because: { kind: 'sent' } },
              observed: { kind: 'field', path, value: shown },
            })
          : undefined,
    ),
};

/** Another name of the same record, such as a slug, may be asked for: only what is an identifier by its form is compared. */
function namedIn(answer: Exchange, recording: Recording): readonly Named[] {
  const record = loneRecordIn(bodyIn(answer));
  return Object.entries(pathParameters(answer, recording)).flatMap(([parameter, asked]) => {
    const path = answer.places?.[parameter];
    const shown = path && at(record, path);
    const isIdentifier = isUuid(asked) || /^\d+$/.test(asked);
    return path !== undefined && isIdentifier && isScalar(shown) ? [{ answer, path, asked, shown }] : [];
  });
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
