import type { StyledDeployment } from '../styles/deployment.ts';
import type { Subject } from './subject.ts';

export type Fetch = (request: Request) => Promise<Response>;

/** One way of going wrong, for any of the operations that it suits. */
export interface Operator {
  readonly name: string;
  readonly suits: (subject: Subject) => boolean;
  /** `chance` is a number that the operator may make any choice with. */
  readonly wrap: (subject: Subject, chance: number) => (deployment: StyledDeployment) => Fetch;
}

type Change = (response: Response, request: Request) => Response | Promise<Response>;

/** An operator that only changes answers of its subject. */
export function changing(
  name: string,
  suits: Operator['suits'],
  change: (chance: number, subject: Subject) => Change,
): Operator {
  return {
    name,
    suits,
    wrap: (subject, chance) => {
      const changed = change(chance, subject);
      return ({ fetch }) =>
        async (request) => {
          if (!subject.matches(request)) return fetch(request);
          return changed(await fetch(request.clone()), request);
        };
    },
  };
}

/** One of the values, by chance. */
export function pick<T>(values: readonly T[], chance: number): T {
  const picked = values[chance % values.length];
  if (picked === undefined) throw new Error('There is nothing to pick from.');
  return picked;
}

export const isUser = ({ route }: Subject): boolean => route !== undefined;
export const isWorkers = ({ route }: Subject): boolean => route === undefined;
export const isRead = ({ method }: Subject): boolean => method === 'GET';
export const isWrite = ({ method }: Subject): boolean => method !== 'GET';
/** Lists of what users made; the others are a deployment's own affair. */
export const isList = ({ route }: Subject): boolean =>
  route?.method === 'GET' &&
  (route.many === true || /List|Logs/.test(route.answer ?? '')) &&
  !/tools(ets)?(\/|$)|vibe|mcp-server-logs/.test(route.path.replace('/me/user-tools', ''));

/** Lists whose order the interface tells: files by position, pages by cursor. */
export const isOrdered = ({ route }: Subject): boolean =>
  /\/files$|agent-runs$|executions$/.test(route?.method === 'GET' ? route.path : '');
