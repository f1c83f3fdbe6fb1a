// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import * as zod from 'zod/mini';

export const StartRunRequest = /*#__PURE__*/ zod.looseObject({
  "message": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string())
});

export const TextStream = /*#__PURE__*/ zod.string();

export const Message = /*#__PURE__*/ zod.looseObject({
  "role": /*#__PURE__*/ zod.string(),
  "content": /*#__PURE__*/ zod.string()
});

export const ContinueRunRequest = /*#__PURE__*/ zod.looseObject({
  "message": /*#__PURE__*/ zod.exactOptional(/*#__PURE__*/ zod.string())
});

export const NdjsonLine = /*#__PURE__*/ zod.unknown();

export const GetRunMessagesParams = /*#__PURE__*/ zod.looseObject({
  "agent_id": /*#__PURE__*/ zod.guid(),
  "run_id": /*#__PURE__*/ zod.guid()
})

export const GetRunMessagesResponseItem = Message
export const GetRunMessagesResponse = /*#__PURE__*/ zod.array(GetRunMessagesResponseItem)
