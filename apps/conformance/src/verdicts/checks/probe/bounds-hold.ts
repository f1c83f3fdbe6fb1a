import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { saySame } from '../../answer-marks.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { type Leaf, leavesOf } from '../../leaves.ts';
import { queryOf } from '../../lists.ts';
import { answeredProbes, probesOf, workingOperations } from '../../probes.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const boundsHold: Check = {
  id: 'probe.bounds-hold',
  drivenBy: 'probes',
  evidence: ['success', 'bounds'],
  traffic: { restsOn: 'answer', onlyFor: 'periods' },
  needs: [],
  judge: (recording, rule) => {
    const working = workingOperations(recording);
    const subjects = answeredProbes(recording, rule, ['at-bound', 'inside-bound']);
    return judgeEach(
      subjects.filter(({ operation }) => working.has(operation)),
      (probe) => (succeeded(probe) ? anotherValue(probe, subjects) : notTaken(probe)),
      (probe) => distinguishes(probe, recording),
    );
  },
};

function notTaken(probe: Exchange): Found {
  return finding([probe], {
    expected: {
      kind: 'status',
      oneOf: ['success'],
      because: { kind: 'bounds', side: 'inside', parameter: probe.intent?.parameter },
    },
    observed: statusOf(probe),
  });
}

/** The answer names its parameter with another value than was sent, though that to another value names what was. */
function anotherValue(probe: Exchange, subjects: readonly Exchange[]): Found | undefined {
  const named = namedIn(probe);
  const sent = sentIn(probe);
  if (named === undefined || named.value === sent) return undefined;
  const isNamedElsewhere = subjects.some(
    (one) =>
      one.operation === probe.operation &&
      one.intent?.parameter === probe.intent?.parameter &&
      succeeded(one) &&
      namedIn(one)?.value === sentIn(one),
  );
  if (!isNamedElsewhere) return undefined;
  return finding([probe], {
    expected: {
      kind: 'field',
      path: named.path,
      oneOf: [sent],
      because: { kind: 'bounds', side: 'inside', parameter: probe.intent?.parameter },
    },
    observed: { kind: 'field', path: named.path, value: named.value },
  });
}

function namedIn(probe: Exchange): Leaf | undefined {
  const name = probe.intent?.parameter?.toLowerCase();
  return leavesOf(probe).find(
    ({ path, value }) => String(path.at(-1)).toLowerCase() === name && typeof value === 'number',
  );
}

function sentIn(probe: Exchange): number {
  return Number(queryOf(probe, probe.intent?.parameter ?? ''));
}

/** A deployment that gives the same answer to every value, also past the bound, hasn't shown that there is one. */
function distinguishes(probe: Exchange, recording: Recording): boolean {
  const { operation, identity, intent } = probe;
  return probesOf(recording, [operation]).some(
    (one) =>
      one.intent?.kind === 'past-bound' &&
      one.intent.parameter === intent?.parameter &&
      one.identity === identity &&
      one.response !== undefined &&
      (one.response.status !== probe.response?.status ||
        (one.response.body.text !== probe.response?.body.text && !saySame(one, probe, recording))),
  );
}
