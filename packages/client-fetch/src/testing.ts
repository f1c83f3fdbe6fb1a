export {
  type AnswerOf,
  type Answers,
  answerWith,
  type OperationName,
  type StatusAnswer,
  type StreamAnswer,
} from './testing/answer.ts';
export { createTestTransport, type TestTransport } from './testing/create-test-transport.ts';
export { type ScriptedTurn, scriptRuns } from './testing/script-runs.ts';
