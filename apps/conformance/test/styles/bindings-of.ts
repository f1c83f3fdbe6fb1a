import { bindableNames } from '../../src/deployment/field-mapping/bindable-names.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { type Field, fieldForms } from './fields.ts';
import { answerShapes, requestShapes } from './schemas.ts';
import type { Style } from './style.ts';
import { nameOf, shownFields } from './wire.ts';

const { operations } = await loadSpec();

/** What an owner binds where neither the names nor the document of a deployment tell which field is which. */
export function bindingsOf(style: Style): Record<string, { readonly fields: Record<string, string> }> {
  const isField = (name: string): name is Field => name in fieldForms;
  const bound = [...bindableNames(operations)].map(([record, names]) => {
    const fields = names.filter(isField).filter((field) => isThere(style, record, field));
    return [
      record,
      { fields: Object.fromEntries(fields.map((field) => [field, placeOf(style, record, field)])) },
    ];
  });
  return Object.fromEntries(bound);
}

function isThere(style: Style, record: string, field: Field): boolean {
  const shape = answerShapes[record];
  if (shape !== undefined && 'listOf' in shape)
    return ['items', 'next_cursor'].includes(field) || shownFields(style, shape.listOf).includes(field);
  return shape === undefined ? record in requestShapes : shownFields(style, record).includes(field);
}

function placeOf(style: Style, record: string, field: Field): string {
  const name = nameOf(style, record, field);
  const { prompt } = style.wire;
  if (field !== 'chat_prompt' || prompt.form === 'text') return name;
  return prompt.form === 'record' ? `${name}.${prompt.text}` : `${name}.0.${prompt.text}`;
}
