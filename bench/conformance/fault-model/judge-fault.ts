import type { Operation } from '../../../apps/conformance/src/spec/spec.ts';
import type { StyledDeployment } from '../../../apps/conformance/test/styles/deployment.ts';
import { judgeStyle } from '../../../apps/conformance/test/styles/judge-style.ts';
import type { Style } from '../../../apps/conformance/test/styles/style.ts';
import type { Fault } from './faults.ts';

export interface Outcome {
  readonly fault: Fault;
  /** What it was found by, stated and implied rules only; none where it was missed. */
  readonly causes: readonly string[];
  readonly rules: readonly string[];
  /** Which rules it took: those of its operation, of its family of records, or all. */
  readonly width: Width | undefined;
  /** Whether it ever made a difference: a deployment may never come to where it is. */
  readonly isBroughtAbout: boolean;
  /** What the CLI said where it gave no report. */
  readonly trouble?: string;
}

export type Width = 'operation' | 'family' | 'whole';

export interface JudgeOptions {
  readonly style: Style;
  readonly operations: readonly Operation[];
  readonly widths: readonly Width[];
}

const quick = '--scenarios 0 --seed 7 --shrink-time 0 --consistency-window 0 --bail'.split(' ');

/** Judges a deployment with one fault: by the rules of its operation, and as long as nothing is found by more of them. */
export async function judgeFault(
  fault: Fault,
  { style, operations, widths }: JudgeOptions,
): Promise<Outcome> {
  let trouble: string | undefined;
  let isBroughtAbout = false;
  const changed = (): void => {
    isBroughtAbout = true;
  };
  const wrap = (deployment: StyledDeployment) => fault.wrap(deployment, changed);
  for (const width of widths) {
    const near = nearOf(fault, operations, width);
    const args = near === undefined ? quick : [...quick, '--operations', near.join(',')];
    try {
      const { findings } = await judgeStyle(style, { withDocument: true, args, wrap });
      const broken = findings.filter(({ basis }) => basis !== 'declared');
      const causes = [...new Set(broken.map(({ cause }) => cause))];
      const rules = [...new Set(broken.map(({ rule }) => rule))];
      if (broken.length > 0) return { fault, causes, rules, width, isBroughtAbout };
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('No report'))) throw error;
      trouble = error.message.trim().split('\n').at(-1) ?? '';
    }
  }
  return {
    fault,
    causes: [],
    rules: [],
    width: undefined,
    isBroughtAbout,
    ...(trouble !== undefined && { trouble }),
  };
}

/** Undefined for all operations. */
function nearOf(
  { operation }: Fault,
  operations: readonly Operation[],
  width: Width,
): readonly string[] | undefined {
  if (width === 'whole') return undefined;
  const own = operations.find(({ id }) => id === operation);
  if (width === 'operation' || own === undefined) return [operation];
  const family = own.resource?.family;
  const isNear = ({ resource, family: tag }: Operation): boolean =>
    tag === own.family ||
    (family !== undefined &&
      (resource?.family === family || resource?.family.parent?.family === family.name));
  return operations.filter(isNear).map(({ id }) => id);
}
