import { type Exchange, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { isUuid } from '../../../json/uuid.ts';
import { finding } from '../../findings/finding.ts';
import { badInputOf } from '../../findings/mutated-by.ts';
import { statusOf } from '../../findings/observe.ts';
import { byPath, leavesOf } from '../../leaves.ts';
import { memoize } from '../../memoize.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const isOfBadToolInput: Check = {
  id: 'refusal.is-of-bad-tool-input',
  drivenBy: 'sequences',
  evidence: ['tool-run', 'tool-run-odd'],
  needs: [],
  judge: (recording, { tools = [], parameter }) => {
    const names = tools.map(({ name }) => `/me/tools/run/${name}`);
    const runs = probesOf(recording, ['runTool']).filter(({ request }) =>
      names.some((name) => pathOf(request).endsWith(name)),
    );
    const tried = runs.filter(
      ({ intent }) => intent?.kind === 'mutation' && isAbout(intent.parameter, parameter),
    );
    const subjects = tried.flatMap((bad) => {
      const good = runs.filter(
        (run) => run.intent?.kind === 'tool-run' && isSameTool(run, bad) && succeeded(run),
      );
      const [first, second] = good;
      if (first === undefined || second === undefined) return [];
      const isRefused = bad.response?.status === 400 || bad.response?.status === 422;
      return isRefused || isTaken(bad, [first, second]) ? [{ bad, first }] : [];
    });
    return judgeEach(subjects, ({ bad, first }) =>
      succeeded(bad)
        ? finding([first, bad], {
            expected: {
              kind: 'status',
              oneOf: ['refusal'],
              because: badInputOf(bad, pathOf(bad.request).split('/').at(-1) ?? ''),
            },
            observed: { ...statusOf(bad), result: 'same-as-valid' },
          })
        : undefined,
    );
  },
};

const pathOf = memoize(({ url }: Exchange['request']) => new URL(url).pathname);

function isAbout(problem: string | undefined, parameter: string | undefined): boolean {
  return parameter === undefined || problem === parameter;
}

function isSameTool(one: Exchange, other: Exchange): boolean {
  return isSameCase(one, other) && one.request.url === other.request.url;
}

/**
 * Whether bad input had the result of good input. A ToolResult may carry an error in a form that is not shown, so
 * that a status of 200 alone says nothing: only a result in which nothing differs but what differs from run to run.
 */
function isTaken(bad: Exchange, [first, second]: readonly [Exchange, Exchange]): boolean {
  if (!succeeded(bad)) return false;
  const [one, other, tried] = [first, second, bad].map((one) => byPath(leavesOf(one)));
  if (one === undefined || other === undefined || tried === undefined || one.size === 0) return false;
  const paths = [...one.keys()];
  const isAlike = [other, tried].every(
    (leaves) => leaves.size === one.size && paths.every((path) => leaves.has(path)),
  );
  return isAlike && paths.every((path) => isSameLeaf(tried.get(path), [one.get(path), other.get(path)]));
}

function isSameLeaf(tried: unknown, [one, other]: readonly [unknown, unknown]): boolean {
  if (one === other) return tried === one;
  // Numbers and times, as of a log, say nothing of an error; words that change from run to run may.
  return [tried, one, other].every(
    (leaf) => typeof leaf === 'number' || (typeof leaf === 'string' && isVolatile(leaf)),
  );
}

function isVolatile(text: string): boolean {
  return /^\d{4}-\d\d-\d\d[T ][\d:.+Z-]+$/.test(text) || isUuid(text);
}
