import { recordOf } from '../../src/json/json-record.ts';
import type { JsonSchema } from './json-schema.ts';
import type { PromptForm } from './style.ts';

const languages = ['en', 'de'];

/** How a prompt of this form is described. */
export function promptSchema(form: PromptForm, text: JsonSchema): JsonSchema {
  if (form.form === 'text') return text;
  const { language } = form;
  const record: JsonSchema = {
    type: 'object',
    properties: {
      ...(language === undefined ? {} : { language: { type: 'string', enum: languages } }),
      [form.text]: text,
    },
    required: [form.text, ...(language === 'required' ? ['language'] : [])],
  };
  return form.form === 'record' ? record : { type: 'array', items: record, minItems: 1 };
}

export function promptToWire(form: PromptForm, prompt: unknown): unknown {
  if (form.form === 'text') return prompt;
  const record = { ...(form.language === undefined ? {} : { language: languages[0] }), [form.text]: prompt };
  return form.form === 'record' ? record : [record];
}

export function promptFromWire(form: PromptForm, value: unknown): unknown {
  if (form.form === 'text') return value;
  const parts = [value].flat().map((one) => recordOf(one)[form.text]);
  return parts.join('');
}
