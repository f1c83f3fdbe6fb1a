import type { Operation } from '../spec/spec.ts';
import type { Provider } from './provider.ts';

/** The id of the operation that a request is for; its method and path where the contract has none. */
export type FindOperation = (provider: Provider, method: string, url: string) => string;

export function operationFinder(operations: readonly Operation[]): FindOperation {
  const routes = operations.map(({ id, api, method, path }) => ({
    id,
    provider: `${api}-api`,
    method,
    parameters: path.split('{').length,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  // Literal segments win over parameters.
  const ranked = routes.toSorted((a, b) => a.parameters - b.parameters);
  return (provider, method, url) => {
    const [path = ''] = url.split('?');
    const route = ranked.find(
      (one) => one.provider === provider && one.method === method && one.pattern.test(path),
    );
    return route?.id ?? `${method} ${path}`;
  };
}
