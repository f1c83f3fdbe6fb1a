export { traceChannel } from './node/trace-channel.ts';
