import { isOfTemplate, segmentsOf, valuesIn } from '../spec/path-template.ts';
import type { Operation } from '../spec/spec.ts';
import type { Provider } from './provider.ts';

/** The operation that a request is for; one of its own where the contract has none. */
export type FindOperation = (provider: Provider, method: string, url: string) => Operation;

export function operationFinder(operations: readonly Operation[]): FindOperation {
  const routes = operations.map((operation) => ({
    operation,
    provider: `${operation.api}-api`,
    parameters: operation.path.split('{').length,
    template: segmentsOf(operation.path),
  }));
  // Literal segments win over parameters.
  const ranked = routes.toSorted((a, b) => a.parameters - b.parameters);
  return (provider, method, url) => {
    const segments = segmentsIn(url);
    const route = ranked.find(
      (one) =>
        one.provider === provider && one.operation.method === method && isOfTemplate(one.template, segments),
    );
    return route?.operation ?? unknownOperation(provider, method, url.split('?')[0] ?? '');
  };
}

/** The values of an operation's path parameters. */
export function pathOf(operation: Operation, url: string): Readonly<Record<string, string>> {
  const [template, segments] = [segmentsOf(operation.path), segmentsIn(url)];
  return isOfTemplate(template, segments) ? valuesIn(template, segments) : {};
}

function segmentsIn(url: string): readonly string[] {
  const [path = ''] = url.split('?');
  return segmentsOf(path);
}

/** What a contract asks for that the interface doesn't show. */
function unknownOperation(provider: Provider, method: string, path: string): Operation {
  return {
    id: `${method} ${path}`,
    family: '',
    api: provider === 'workers-api' ? 'workers' : 'user',
    method,
    path,
    effect: method === 'GET' ? 'read' : 'change',
    secured: true,
    resource: undefined,
    request: undefined,
    success: undefined,
    statuses: [],
    parameters: [],
    takesBody: true,
    needsBody: false,
    deprecated: false,
    stream: undefined,
    answer: 'record',
  };
}
