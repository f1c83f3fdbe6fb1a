export {
  type AnswerOf,
  type Answers,
  answerWith,
  type BodyRequest,
  type OperationName,
  type RequestOf,
  type StatusAnswer,
  type StreamAnswer,
} from './testing/answer.ts';
export { answerRequests } from './testing/answer-requests.ts';
export { createTestTransport, type TestTransport } from './testing/create-test-transport.ts';
export { type ScriptedRuns, type ScriptedTurn, scriptRuns } from './testing/script-runs.ts';
export { type SigningPaymentEvent, signPaymentEvent } from './webhook/payment-signature.ts';
