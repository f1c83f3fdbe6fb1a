import type { StyledDeployment } from '../../../apps/conformance/test/styles/deployment.ts';
import type { Place } from './place.ts';

export type Fetch = (request: Request) => Promise<Response>;

export const classes = [
  'status',
  'media type',
  'body kind',
  'field',
  'fidelity',
  'list',
  'paging',
  'parameter',
  'input',
  'credential',
  'identity',
  'effect',
  'frame',
  'at once',
  'signature',
  'stream',
  'history',
  'job',
  'agreement',
] as const;

export type FaultClass = (typeof classes)[number];

/** One way of going wrong, at every operation and in every detail that it can be done at. */
export interface Operator {
  readonly name: string;
  readonly class: FaultClass;
  /** Who forbids it, where grounds.ts says nothing else. */
  readonly basis: 'stated' | 'implied';
  /** The details of an operation that it breaks, such as fields or statuses; `whole` is the operation as a whole. */
  readonly at: (place: Place) => readonly string[];
  readonly wrap: (broken: Breaking) => (deployment: StyledDeployment) => Fetch;
}

export interface Broken {
  readonly place: Place;
  readonly detail: string;
}

export interface Breaking extends Broken {
  /** Tells that a request or an answer was changed, so that the fault was there to be seen. */
  readonly changed: () => void;
}

/** For operators that break an operation as a whole. */
export const whole: readonly string[] = ['whole'];

export const wherever =
  (...suits: readonly ((place: Place) => boolean)[]): Operator['at'] =>
  (place) =>
    suits.every((one) => one(place)) ? whole : [];

type Change = (response: Response, request: Request) => Response | Promise<Response>;

/** Breaks the answers of an operation only. */
export function answering(change: (broken: Broken) => Change): Operator['wrap'] {
  return (broken) => {
    const changed = change(broken);
    return ({ fetch }) =>
      async (request) => {
        if (!broken.place.matches(request)) return fetch(request);
        const response = await fetch(request.clone());
        const answer = await changed(response, request);
        if (answer !== response) broken.changed();
        return answer;
      };
  };
}

type Alter = (request: Request) => Request | Promise<Request>;

/** Breaks what an operation makes of its requests. */
export function reading(alter: (broken: Broken) => Alter): Operator['wrap'] {
  return (broken) => {
    const altered = alter(broken);
    return ({ fetch }) =>
      async (request) => {
        if (!broken.place.matches(request)) return fetch(request);
        const other = await altered(request);
        if (other !== request) broken.changed();
        return fetch(other);
      };
  };
}

/**
 * Breaks how an operation works: `work` is called for its requests, with the whole deployment at hand, and tells by
 * `changed` when it made a difference.
 */
export function working(
  work: (broken: Breaking, deployment: StyledDeployment) => (request: Request) => Promise<Response>,
): Operator['wrap'] {
  return (broken) => (deployment) => {
    const done = work(broken, deployment);
    return (request) => (broken.place.matches(request) ? done(request) : deployment.fetch(request));
  };
}
