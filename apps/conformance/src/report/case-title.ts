import { counted } from './headline.ts';
import type { ReportedFinding } from './report.ts';

export interface CaseTitle {
  readonly title: string;
  /** What has to be known of it; undefined where it is as small as can be. */
  readonly note: string | undefined;
}

/** What the steps of a finding are: the fewest that show it, or all that did. */
export function caseTitle({ shrunk, madeSmaller, failedReproductions, steps }: ReportedFinding): CaseTitle {
  if (shrunk) return { title: steps.length === 1 ? 'The request' : 'Smallest scenario', note: undefined };
  if (madeSmaller === true)
    return { title: 'Made smaller, not smallest', note: '--shrink-time gives it more time.' };
  if (failedReproductions === undefined)
    return { title: 'As it was driven', note: 'It was not made smaller.' };
  return {
    title: 'As it was driven',
    note: `It was not seen again in ${counted(failedReproductions, 'more try', 'more tries')}: a race may show it, or chance.`,
  };
}
