export * from './gen/definitions.ts';
export type * from './gen/inputs.ts';
export type {
  ConditionalRule,
  ObjectSchema,
  PropertySchema,
  ToolDefinition,
  ToolInputSchema,
} from './gen/tool-definition.ts';
export { type Problem, type Validation, validate } from './validate.ts';
