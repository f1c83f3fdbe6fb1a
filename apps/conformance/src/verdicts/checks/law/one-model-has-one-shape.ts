import { type Exchange, isOwnSuccess } from '../../../exchanges/exchange.ts';
import { membersIn } from '../../../json/find-record.ts';
import { isRecord } from '../../../json/json-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { memoize } from '../../memoize.ts';
import { type Check, joinJudgements, judgeEach, type Recording } from '../../verdict.ts';

/** So many operations must agree on what a model has before another one can lack it. */
const fewestOthers = 2;

export const oneModelHasOneShape: Check = {
  id: 'law.one-model-has-one-shape',
  drivenBy: 'sequences',
  evidence: ['record-shown'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: (recording, { operations }) => {
    const records = judgeEach(
      shownModels(recording).filter(({ answer }) => operations.includes(answer.operation)),
      ({ answer, shared, names }) => {
        const [name] = shared;
        if (name === undefined || shared.some((one) => names.has(one))) return undefined;
        return finding([answer], {
          expected: { kind: 'field', path: [name], must: 'be-there' },
          observed: { kind: 'field', path: [name] },
        });
      },
    );
    const lists = judgeEach(
      listsOfModels(recording).filter(({ list }) => operations.includes(list.operation)),
      ({ list, record }) =>
        entriesOf(list).some(isRecord)
          ? undefined
          : finding([record, list], {
              expected: { kind: 'field', path: ['0'], type: 'object' },
              observed: { kind: 'field', path: ['0'], value: entriesOf(list)[0] },
            }),
    );
    return joinJudgements(records, lists);
  },
};

interface ListOfModel {
  readonly list: Exchange;
  /** An answer that is one such record. */
  readonly record: Exchange;
}

/** The lists with entries, of what another operation shows to be a record. */
const listsOfModels = memoize((recording: Recording): readonly ListOfModel[] => {
  const records = modelsIn(recording);
  return recording.user.flatMap((list) => {
    const { answer: form, success: { name: model } = {} } = recording.contract.get(list.operation) ?? {};
    const record = records.find((one) => one.model === model)?.answer;
    const isFilled = form === 'array' && isOwnSuccess(list) && entriesOf(list).length > 0;
    return isFilled && record !== undefined ? [{ list, record }] : [];
  });
});

function entriesOf(list: Exchange): readonly unknown[] {
  const body = bodyIn(list);
  return Array.isArray(body) ? body : [];
}

/** An answer that the interface calls by the name of a model. */
interface Shown {
  readonly answer: Exchange;
  /** Of the model's fields, however deep: what one answer wraps, another may not. */
  readonly names: ReadonlySet<string>;
}

/** The same, with the names that all answers to other operations have which it calls so too. */
interface SharedModel extends Shown {
  readonly shared: readonly string[];
}

const shownModels = memoize((recording: Recording): readonly SharedModel[] => {
  const models = Map.groupBy(modelsIn(recording), ({ model }) => model);
  return [...models.values()].flatMap((shown) => {
    const operations = [...Map.groupBy(shown, ({ answer }) => answer.operation).values()].map((some) => ({
      some,
      always: namesOfAll(some.map(({ names }) => names)),
    }));
    return operations.flatMap(({ some }) => {
      const others = operations.filter((one) => one.some !== some);
      // What was there before may all have what nobody has to send.
      const isOfOurs = others.some((one) => one.some.some(({ answer }) => answer.request.method !== 'GET'));
      if (others.length < fewestOthers || !isOfOurs) return [];
      const shared = [...namesOfAll(others.map(({ always }) => always))];
      return shared.length === 0 ? [] : some.map(({ answer, names }) => ({ answer, names, shared }));
    });
  });
});

function modelsIn({ user, contract }: Recording): readonly (Shown & { readonly model: string })[] {
  return user.flatMap((answer) => {
    const { answer: form, success: { name: model } = {} } = contract.get(answer.operation) ?? {};
    if (form !== 'record' || model === undefined || !isOwnSuccess(answer)) return [];
    const body = bodyIn(answer);
    return isRecord(body) ? [{ model, answer, names: new Set(membersIn(body).map(([name]) => name)) }] : [];
  });
}

function namesOfAll([first, ...rest]: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set([...(first ?? [])].filter((name) => rest.every((names) => names.has(name))));
}
