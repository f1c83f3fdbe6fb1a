// Faults in the checks of tool input: each changes the schema of one tool, as its input is checked.

import { on } from '../../core/faults.js';

const without = (list, name) => list.filter((entry) => entry !== name);

const property = (schema, name, change) => ({
  ...schema, properties: { ...schema.properties, [name]: { ...schema.properties[name], ...change } },
});

const optional = (name) => (schema) => ({ ...schema, required: without(schema.required, name) });
const required = (name) => (schema) => ({ ...schema, required: [...schema.required, name] });

const mistakes = {
  'chat-email-not-required': ['NOTIFIER_CREATE_CHAT', optional('email')],
  'device-manufacturer-not-required': ['NOTIFIER_CREATE_DEVICE', optional('manufacturer')],
  'device-icon-required': ['NOTIFIER_CREATE_DEVICE', required('icon')],
  'device-version-negative': ['NOTIFIER_CREATE_DEVICE', (schema) => property(schema, 'app_version', { minimum: undefined })],
  'device-version-zero-refused': ['NOTIFIER_CREATE_DEVICE', (schema) => property(schema, 'app_version', { minimum: 1 })],
  'device-push-token-blank-refused': ['NOTIFIER_CREATE_DEVICE', (schema) => property(schema, 'push_token', { minLength: 1 })],
  'device-update-needs-all': ['NOTIFIER_UPDATE_DEVICE', (schema) => ({ ...schema, required: Object.keys(schema.properties) })],
  'device-delete-takes-iden': ['NOTIFIER_DELETE_DEVICE', (schema) => ({
    ...schema, properties: { iden: schema.properties.device_iden }, required: ['iden'],
  })],
  'push-type-not-checked': ['NOTIFIER_CREATE_PUSH', (schema) => property(schema, 'type', { enum: undefined })],
  'push-type-file-unknown': ['NOTIFIER_CREATE_PUSH', (schema) => property(schema, 'type', { enum: ['note', 'link'] })],
  'pushes-limit-500-refused': ['NOTIFIER_LIST_PUSHES', (schema) => property(schema, 'limit', { maximum: 499 })],
  'pushes-modified-after-integer': ['NOTIFIER_LIST_PUSHES', (schema) => property(schema, 'modified_after', { type: 'integer' })],
  'chats-limit-as-text': ['NOTIFIER_LIST_CHATS', (schema) => property(schema, 'limit', { type: 'string', minimum: undefined })],
  'chat-muted-not-required': ['NOTIFIER_UPDATE_CHAT', optional('muted')],
  'push-items-not-checked': ['NOTIFIER_UPDATE_PUSH', (schema) => property(schema, 'items', { items: undefined })],
  'push-update-needs-items': ['NOTIFIER_UPDATE_PUSH', required('items')],
  'n-device-update-version-negative': ['NOTIFIER_UPDATE_DEVICE', (schema) => property(schema, 'app_version', { minimum: undefined })],
  'n-chats-limit-501': ['NOTIFIER_LIST_CHATS', (schema) => property(schema, 'limit', { maximum: undefined })],
  'n-chat-muted-any-type': ['NOTIFIER_UPDATE_CHAT', (schema) => ({ ...schema, properties: { iden: schema.properties.iden } })],
  'upload-type-not-required': ['NOTIFIER_UPLOAD_REQUEST', optional('file_type')],
};

/** The schema by which the input of this tool is checked. */
export function schemaAsChecked(name, schema) {
  for (const [id, [tool, change]] of Object.entries(mistakes)) if (tool === name && on(id)) return change(schema);
  return schema;
}
