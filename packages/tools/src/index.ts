export * from './gen/definitions.ts';
export type * from './gen/inputs.ts';
export type {
  ConditionalRule,
  ObjectSchema,
  PropertySchema,
  ToolCounterexample,
  ToolDefinition,
  ToolExample,
  ToolExamples,
  ToolInputSchema,
} from './gen/tool-definition.ts';
export type { InputOf, ToolCall } from './tool-call.ts';
export type { Chat, Push, ServiceRecord, ToolOutput } from './tool-output.ts';
export { isToolName, type Validation, validate } from './validate.ts';
export { type Problem, validateInput } from './validate-input.ts';
