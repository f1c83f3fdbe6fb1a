import { caseKey } from '../../../cases/case.ts';
import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { leavesOf } from '../../leaves.ts';
import { overlap } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const toolGetsItsOwnInput: Check = {
  id: 'law.tool-gets-its-own-input',
  area: 'list',
  evidence: ['tool-run'],
  needs: ['tool'],
  judge: ({ user }, { operations }) =>
    judgeEach(
      racesOf(user.filter(({ operation, identity }) => operations.includes(operation) && identity === 'own')),
      foreign,
    ),
};

interface Race {
  readonly run: Exchange;
  /** What the tool gave for the same input when nothing else was under way. */
  readonly own: Values;
  /** The same of the inputs that were sent at the same time. */
  readonly others: readonly Values[];
}

type Values = ReadonlyMap<string, string>;

function racesOf(calls: readonly Exchange[]): readonly Race[] {
  const runs = calls.filter(({ intent }) => intent?.kind === 'trial').filter(succeeded);
  return [...Map.groupBy(runs, ({ origin }) => caseKey(origin.case)).values()].flatMap((some) => {
    const isAlone = (one: Exchange): boolean => !some.some((other) => overlap(one, other));
    const alone = Map.groupBy(some.filter(isAlone), ({ request }) => request.body ?? '');
    const lasting = new Map([...alone].map(([input, answers]) => [input, lastingIn(answers)]));
    return some.flatMap((run): Race[] => {
      const own = lasting.get(run.request.body ?? '');
      const others = some
        .filter((other) => overlap(run, other) && other.request.body !== run.request.body)
        .flatMap(({ request }) => lasting.get(request.body ?? '') ?? []);
      return own === undefined || others.length === 0 ? [] : [{ run, own, others }];
    });
  });
}

/** What two answers to the same input agree in. */
function lastingIn([first, second]: readonly Exchange[]): Values {
  if (first === undefined || second === undefined) return new Map();
  const other = valuesIn(second);
  return new Map([...valuesIn(first)].filter(([path, value]) => other.get(path) === value));
}

/** A value that belongs to the input of somebody else. */
function foreign({ run, own, others }: Race): Found | undefined {
  const [path, value] =
    [...valuesIn(run)].find(
      ([place, one]) =>
        own.has(place) && own.get(place) !== one && others.some((other) => other.get(place) === one),
    ) ?? [];
  if (path === undefined) return undefined;
  return finding([run], {
    expected: { kind: 'field', path: path.split('.'), oneOf: [own.get(path)], because: { kind: 'sent' } },
    observed: { kind: 'field', path: path.split('.'), value },
  });
}

function valuesIn(exchange: Exchange): Values {
  return new Map(leavesOf(exchange).map(({ path, value }) => [path.join('.'), JSON.stringify(value)]));
}
