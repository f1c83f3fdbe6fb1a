export * from './gen/index.ts';
export { decodeNdjson, type NdjsonOptions } from './streams/decode-ndjson.ts';
export { NdjsonError } from './streams/ndjson-error.ts';
export { ApiError } from './transport/api-error.ts';
export type { AnsweredCall, ApiCall } from './transport/call.ts';
export type { NdjsonAnswer, NdjsonCallOptions, StreamAnswer, TextAnswer } from './transport/call-stream.ts';
export { type Credential, type KyTransportOptions, kyTransport } from './transport/ky-transport.ts';
export { ResponseFormatError } from './transport/response-format-error.ts';
export type { CallOptions, QueryValue, Transport, TransportRequest } from './transport/transport.ts';
