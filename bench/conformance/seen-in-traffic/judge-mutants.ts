import type { Spec } from '../../../apps/conformance/src/spec/spec.ts';
import { allMutants } from '../../../apps/conformance/test/kill-matrix/kill-matrix.ts';
import type { Mutant } from '../../../apps/conformance/test/mutants/mutant.ts';
import { agentsUrl } from '../../../apps/conformance/test/traffic/judge-captured.ts';
import { watched } from './made-a-difference.ts';
import { judgeSession, type SessionOptions } from './session.ts';

export interface JudgedMutant extends Pick<Mutant, 'rule' | 'check' | 'breaks'> {
  readonly isFound: boolean;
  /** All rules that it is found by, its own or others. */
  readonly foundBy: readonly string[];
  /** Whether the traffic ever came to what it breaks. */
  readonly isBroughtAbout: boolean;
}

/** Judges the same traffic before each mutant of the rules that were observed, one after the other. */
export async function* judgeMutants(
  spec: Spec,
  observed: ReadonlySet<string>,
  { style, onlyClients }: Pick<SessionOptions, 'style' | 'onlyClients'>,
): AsyncGenerator<JudgedMutant> {
  const { workers, user, sequences } = await allMutants(spec);
  for (const mutant of [...workers, ...user, ...sequences].filter(({ rule }) => observed.has(rule))) {
    const isOfWorkers = workers.includes(mutant);
    let madeADifference = (): boolean => false;
    const { broken } = await judgeSession({
      style,
      onlyClients,
      wrap: ({ fetch }, original) => {
        const watch = watched(fetch, (inner) => mutant.wrap({ ...original, fetch: inner }));
        madeADifference = watch.madeADifference;
        // Mutants of the Workers API know its paths only.
        const concerns = (url: string): boolean => url.startsWith(agentsUrl) === isOfWorkers;
        return (request) => (concerns(request.url) ? watch.fetch : fetch)(request);
      },
    });
    const { rule, check, breaks } = mutant;
    yield {
      rule,
      ...(check && { check }),
      breaks,
      isFound: broken.includes(rule),
      foundBy: broken,
      isBroughtAbout: madeADifference(),
    };
  }
}
