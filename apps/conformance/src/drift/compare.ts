import { isDeepStrictEqual } from 'node:util';
import type { DescribedOperation, DescribedParameter } from '../spec/description.ts';
import type { Drift } from './drift.ts';

/** Compares one operation as the contract has it with the same as a deployment describes it. */
export function compareOperation(contract: DescribedOperation, described: DescribedOperation): Drift[] {
  const operation = `${contract.method} ${contract.path}`;
  const drifts = [
    ...compareStatuses(contract, described),
    ...compareParameters(contract, described),
    ...compareSecurity(contract, described),
    ...compareBodies(contract, described),
  ];
  return drifts.map((drift) => ({ ...drift, operation }));
}

type Difference = Omit<Drift, 'operation'>;

function compareStatuses(contract: DescribedOperation, { statuses }: DescribedOperation): Difference[] {
  const covers = (status: string): boolean =>
    statuses.some((one) => one === status || one === 'default' || one.toUpperCase() === `${status[0]}XX`);
  return contract.statuses
    .filter((status) => /^\d{3}$/.test(status) && !covers(status))
    .map((status) => ({
      kind: 'status',
      expected: `status ${status}`,
      described: `only ${statuses.join(', ') || 'none'}`,
      // Few descriptions list what happens when the server itself fails.
      level: status.startsWith('5') ? 'note' : 'drift',
    }));
}

function compareParameters(contract: DescribedOperation, described: DescribedOperation): Difference[] {
  const documented = contract.parameters.filter((one) => one.in === 'query');
  const missing = documented.flatMap((one) => {
    const other = described.parameters.find(({ name, in: place }) => name === one.name && place === one.in);
    return other === undefined ? [absent(one)] : compareParameter(one, other);
  });
  const demanded = described.parameters
    .filter((one) => one.required && one.in !== 'path' && !isCredential(one))
    .filter((one) => !contract.parameters.some(({ name }) => name === one.name))
    .map(
      (one): Difference => ({
        kind: 'parameter',
        expected: `no required parameter ${one.name}`,
        described: `${one.name} is required, so a request by the contract fails`,
        level: 'drift',
      }),
    );
  return [...missing, ...comparePathTypes(contract, described), ...demanded];
}

function isCredential({ name, in: place }: DescribedParameter): boolean {
  return place === 'header' && name.toLowerCase() === 'authorization';
}

function absent({ name }: DescribedParameter): Difference {
  return {
    kind: 'parameter',
    expected: `query parameter ${name}`,
    described: 'no such parameter',
    level: 'drift',
  };
}

function compareParameter(contract: DescribedParameter, described: DescribedParameter): Difference[] {
  const { name } = contract;
  const differences = compareTypes(contract, described);
  if (contract.required !== described.required) {
    const word = (required: boolean): string => `${name} is ${required ? 'required' : 'optional'}`;
    const [expected, found] = [word(contract.required), word(described.required)];
    differences.push({ kind: 'parameter', expected, described: found, level: 'drift' });
  }
  for (const [bound, value] of Object.entries(contract.bounds)) {
    if (described.bounds[bound] !== value)
      differences.push(differs('bound', `${name} ${bound}`, value, described.bounds[bound]));
  }
  const { default: wanted } = contract;
  if (wanted !== undefined && wanted !== null && !isDeepStrictEqual(wanted, described.default)) {
    differences.push(differs('default', `${name} default`, wanted, described.default));
  }
  return differences;
}

function differs(kind: 'bound' | 'default', what: string, wanted: unknown, found: unknown): Difference {
  const described = found === undefined ? `${what} not given` : `${what} ${JSON.stringify(found)}`;
  return { kind, expected: `${what} ${JSON.stringify(wanted)}`, described, level: 'drift' };
}

/** Path parameters are known by their place, since a deployment may call them otherwise. */
function comparePathTypes(contract: DescribedOperation, described: DescribedOperation): Difference[] {
  const names = (path: string): string[] => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? '');
  const theirs = names(described.path).slice(-names(contract.path).length);
  return names(contract.path).flatMap((name, index) => {
    const one = contract.parameters.find((parameter) => parameter.in === 'path' && parameter.name === name);
    const other = described.parameters.find(
      (parameter) => parameter.in === 'path' && parameter.name === theirs[index],
    );
    return one && other ? compareTypes(one, other) : [];
  });
}

function compareTypes(contract: DescribedParameter, described: DescribedParameter): Difference[] {
  const known = (types: readonly string[]): string[] => types.filter((type) => type !== 'null');
  const [wanted, found] = [known(contract.types), known(described.types)];
  const [expected, word] = [
    `${contract.name} of type ${wanted.join(' or ')}`,
    `of type ${found.join(' or ')}`,
  ];
  if (wanted.length > 0 && found.length > 0 && !wanted.some((type) => fits(type, found))) {
    return [{ kind: 'parameter', expected, described: word, level: 'drift' }];
  }
  if (contract.format === undefined || contract.format === described.format) return [];
  const format = described.format === undefined ? 'no format' : `format ${described.format}`;
  return [
    {
      kind: 'parameter',
      expected: `${contract.name} format ${contract.format}`,
      described: format,
      level: 'note',
    },
  ];
}

function fits(type: string, found: readonly string[]): boolean {
  return found.includes(type) || (type === 'integer' && found.includes('number'));
}

function compareSecurity(contract: DescribedOperation, described: DescribedOperation): Difference[] {
  if (contract.secured === described.secured) return [];
  const word = ({ secured }: DescribedOperation): string =>
    secured ? 'a bearer credential' : 'no credential';
  return [{ kind: 'security', expected: word(contract), described: word(described), level: 'drift' }];
}

function compareBodies(contract: DescribedOperation, described: DescribedOperation): Difference[] {
  if (!contract.takesBody || described.takesBody) return [];
  return [{ kind: 'body', expected: 'a request body', described: 'no request body', level: 'drift' }];
}
