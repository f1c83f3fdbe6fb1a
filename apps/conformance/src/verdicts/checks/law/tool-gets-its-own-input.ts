import { type Exchange, inCases, succeeded } from '../../../exchanges/exchange.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { keyOfPath, leavesIn, leavesOf } from '../../leaves.ts';
import { notifierToolOf } from '../../notifier-runs.ts';
import { isRemembered, type Remembrance, remembrancesIn } from '../../remembered-answers.ts';
import { overlap } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const toolGetsItsOwnInput: Check = {
  id: 'law.tool-gets-its-own-input',
  drivenBy: 'sequences',
  evidence: ['tool-run'],
  needs: ['tool'],
  judge: ({ user }, { operations }) => {
    const runs = user.filter(
      (one) =>
        operations.includes(one.operation) &&
        one.identity === 'own' &&
        (one.intent?.kind === 'valid' || one.intent?.kind === 'tool-run') &&
        // What these answer depends on what was made before.
        notifierToolOf(one) === undefined,
    );
    return judgeEach([...racesOf(runs), ...remembrancesIn(runs)], (one) =>
      'before' in one ? remembered(one) : foreign(one),
    );
  },
};

function remembered(one: Remembrance): Found | undefined {
  if (!isRemembered(one)) return undefined;
  const { before, answer, run } = one;
  return finding([before, run], {
    expected: {
      kind: 'field',
      path: answer.path,
      must: 'answer-the-input',
      because: { kind: 'sent' },
    },
    observed: { kind: 'field', path: answer.path, value: answer.value },
  });
}

interface Race {
  readonly run: Exchange;
  /** What is due: what the tool gave for the same input alone, and the texts of the input where answers hold them. */
  readonly own: Values;
  /** The same of other inputs. */
  readonly others: readonly Values[];
}

type Values = ReadonlyMap<string, string>;

function racesOf(calls: readonly Exchange[]): readonly Race[] {
  const runs = calls.filter(({ intent }) => intent?.kind === 'tool-run').filter(succeeded);
  return inCases(runs).flatMap((some) => {
    const isAlone = (one: Exchange): boolean => !some.some((other) => overlap(one, other));
    const alone = Map.groupBy(some.filter(isAlone), ({ request }) => request.body ?? '');
    const echoes = echoesIn(some);
    const lasting = new Map([...alone].map(([input, answers]) => [input, lastingIn(answers)]));
    return some.flatMap((run): Race[] => {
      const own = new Map([...(lasting.get(run.request.body ?? '') ?? []), ...echoes(run)]);
      const others = some
        .filter((other) => other.request.body !== run.request.body)
        .flatMap((other) => [
          echoes(other),
          ...(overlap(run, other) ? [lasting.get(other.request.body ?? '') ?? new Map()] : []),
        ]);
      // Where neither a race nor an echo tells what is due, nothing is shown.
      return own.size === 0 || others.every(({ size }) => size === 0) ? [] : [{ run, own, others }];
    });
  });
}

/** Where answers hold a text of their input, for more than one input: what is due there for any input is known. */
function echoesIn(runs: readonly Exchange[]): (run: Exchange) => Values {
  const pairs = runs.flatMap((run) =>
    [...valuesIn(run)].flatMap(([path, value]) =>
      [...textsOf(run)].flatMap(([from, text]) =>
        text === value ? [{ pair: `${path}\n${from}`, path, from, input: run.request.body }] : [],
      ),
    ),
  );
  const known = [...Map.groupBy(pairs, ({ pair }) => pair).values()].flatMap(([first, ...others]) =>
    first !== undefined && others.some(({ input }) => input !== first.input) ? [first] : [],
  );
  return (run) => {
    const texts = textsOf(run);
    return new Map(known.flatMap(({ path, from }) => [[path, texts.get(from) ?? '']] as const));
  };
}

function textsOf({ request }: Exchange): Values {
  const leaves = leavesIn(parseJson(request.body ?? '')).filter(({ value }) => typeof value === 'string');
  return new Map(leaves.map(({ path, value }) => [keyOfPath(path), JSON.stringify(value)]));
}

/** What two answers to the same input agree in. */
function lastingIn([first, second]: readonly Exchange[]): Values {
  if (first === undefined || second === undefined) return new Map();
  const other = valuesIn(second);
  return new Map([...valuesIn(first)].filter(([path, value]) => other.get(path) === value));
}

/** A value that belongs to the input of somebody else. */
function foreign({ run, own, others }: Race): Found | undefined {
  const shown = leavesOf(run).find((leaf) => {
    const [key, value] = [keyOfPath(leaf.path), JSON.stringify(leaf.value)];
    return own.has(key) && own.get(key) !== value && others.some((other) => other.get(key) === value);
  });
  if (shown === undefined) return undefined;
  const { path } = shown;
  return finding([run], {
    expected: { kind: 'field', path, oneOf: [own.get(keyOfPath(path))], because: { kind: 'sent' } },
    observed: { kind: 'field', path, value: JSON.stringify(shown.value) },
  });
}

function valuesIn(exchange: Exchange): Values {
  return new Map(leavesOf(exchange).map(({ path, value }) => [keyOfPath(path), JSON.stringify(value)]));
}
