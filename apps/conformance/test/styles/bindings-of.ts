import { bindableNames } from '../../src/deployment/field-mapping/bindable-names.ts';
import { sampleOf } from '../../src/deployment/field-mapping/sample.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { type Field, fieldForms } from './fields.ts';
import { answerShapes, requestShapes } from './schemas.ts';
import type { Style } from './style.ts';
import { nameOf, shownFields } from './wire.ts';

const { operations } = await loadSpec();

interface Bound {
  readonly fields: Record<string, string>;
  readonly body?: Record<string, unknown>;
}

/**
 * What an owner binds where the names of a deployment don't tell which field is which. Without a document that is also
 * what wraps its bodies, and what these must have besides.
 */
export function bindingsOf(style: Style, withDocument: boolean): Record<string, Bound> {
  const isField = (name: string): name is Field => name in fieldForms;
  const bound = [...bindableNames(operations)].map(([record, names]) => {
    const isWhole = withDocument || !(record in requestShapes);
    const fields = names
      .filter(isField)
      .filter((field) => isThere(style, record, field) && (isWhole || canBeTold(style, field)));
    const wrapper = isWhole ? undefined : style.wire.requestEnvelope;
    const places = fields.map((field) => [field, within(wrapper, placeOf(style, record, field))]);
    return [
      record,
      { fields: Object.fromEntries(places), ...(isWhole ? {} : { body: demandedBy(style, record) }) },
    ];
  });
  return Object.fromEntries(bound);
}

function within(wrapper: string | undefined, place: string): string {
  return wrapper === undefined ? place : `${wrapper}.${place}`;
}

function demandedBy({ wire }: Style, record: string): Record<string, unknown> {
  const demands = (wire.demands[record] ?? []).filter(({ required }) => required);
  const body = Object.fromEntries(demands.map(({ name, json }) => [name, sampleOf(json)]));
  return wire.requestEnvelope === undefined ? body : { [wire.requestEnvelope]: body };
}

/** Bindings have no words for what else an entry of a list, or a record within a body, must have. */
function canBeTold({ wire: { prompt } }: Style, field: Field): boolean {
  return field !== 'chat_prompt' || prompt.form === 'text' || prompt.language !== 'required';
}

function isThere(style: Style, record: string, field: Field): boolean {
  const shape = answerShapes[record];
  if (shape !== undefined && 'listOf' in shape)
    return ['items', 'next_cursor'].includes(field) || shownFields(style, shape.listOf).includes(field);
  if (shape !== undefined) return shownFields(style, record).includes(field);
  const isOfEntries = record === 'AgentFileBatchPositionRequest' && field !== 'positions';
  return record in requestShapes && !(isOfEntries && style.wire.positions === 'ids');
}

function placeOf(style: Style, record: string, field: Field): string {
  const name = nameOf(style, record, field);
  const { prompt } = style.wire;
  if (field !== 'chat_prompt' || prompt.form === 'text') return name;
  return prompt.form === 'record' ? `${name}.${prompt.text}` : `${name}.0.${prompt.text}`;
}
