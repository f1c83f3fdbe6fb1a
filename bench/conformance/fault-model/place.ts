import type { Operation } from '../../../apps/conformance/src/spec/spec.ts';
import { subjectsOf } from '../../../apps/conformance/test/random-mutants/subject.ts';
import type { Field } from '../../../apps/conformance/test/styles/fields.ts';
import type { Route } from '../../../apps/conformance/test/styles/route.ts';
import { answerShapes, requestShapes } from '../../../apps/conformance/test/styles/schemas.ts';
import type { Style } from '../../../apps/conformance/test/styles/style.ts';
import { nameOf } from '../../../apps/conformance/test/styles/wire.ts';

/** An operation of the contract on the deployment that is broken there. */
export interface Place {
  readonly operation: Operation;
  readonly style: Style;
  /** How the deployment answers it; operations of the Workers API have none. */
  readonly route: Route | undefined;
  readonly matches: (request: Request) => boolean;
}

/** All operations of the contract, on a deployment of this style. */
export function placesOf(style: Style, operations: readonly Operation[]): readonly Place[] {
  const subjects = new Map(subjectsOf(style).map((subject) => [unnamed(subject.label), subject]));
  return operations.map((operation) => {
    const { api, method, path } = operation;
    const label = `${method} ${api === 'workers' ? path.slice(1) : path}`;
    const subject = subjects.get(unnamed(label));
    if (subject === undefined) throw new Error(`No deployment in memory answers ${label}.`);
    return { operation, style, route: subject.route, matches: subject.matches };
  });
}

/** The contract and the deployment may call a parameter of a path by other names. */
const unnamed = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}');

/** The documented statuses of refusals; trouble of the service's own is none. */
export function refusalsOf({ operation: { statuses } }: Place): readonly number[] {
  return statuses.map(Number).filter((status) => status >= 400 && status < 500);
}

/** The fields that an answer shows of each record, by the contract's names. */
export function shownFields({ route }: Place): readonly Field[] {
  const shape = shapeOf(recordSchema(route));
  return shape !== undefined && 'fields' in shape ? shape.fields : [];
}

/** The fields that a request may have, by the contract's names. */
export function sentFields({ route }: Place): readonly Field[] {
  const shape = requestShapes[route?.input ?? ''];
  return shape === undefined ? [] : [...shape.required, ...shape.optional];
}

/** The name of a field of the answer on the wire. */
export function shownName({ style, route }: Place, field: Field): string {
  return nameOf(style, recordSchema(route) ?? '', field);
}

/** The name of a field of the request on the wire. */
export function sentName({ style, route }: Place, field: Field): string {
  return nameOf(style, route?.input ?? '', field);
}

/** The property that holds a list, where the answer is an object with one. */
export function listName({ style, route }: Place): string | undefined {
  const shape = shapeOf(schemaOf(route));
  return shape !== undefined && 'listOf' in shape ? nameOf(style, schemaOf(route) ?? '', 'items') : undefined;
}

export function isListing(place: Place): boolean {
  return place.operation.api === 'user' && (place.route?.many === true || listName(place) !== undefined);
}

export const isUser = ({ operation }: Place): boolean => operation.api === 'user';
export const isWorkers = ({ operation }: Place): boolean => operation.api === 'workers';
export const isRead = ({ operation }: Place): boolean => operation.method === 'GET';
export const isWrite = (place: Place): boolean => !isRead(place);

function recordSchema(route: Route | undefined): string | undefined {
  const shape = shapeOf(schemaOf(route));
  return shape !== undefined && 'listOf' in shape ? shape.listOf : schemaOf(route);
}

function schemaOf(route: Route | undefined): string | undefined {
  return route?.answer ?? route?.unspecified;
}

function shapeOf(schema: string | undefined) {
  return schema === undefined ? undefined : answerShapes[schema];
}
