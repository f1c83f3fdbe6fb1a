import { isRead, isWorkers, isWrite, type Place } from './place.ts';

export const runId = 'x-service-run-id';
export const jobId = 'x-service-job-id';

const ndjson: readonly string[] = ['startRunNdjson', 'continueRunNdjson'];

export const isNdjson = ({ operation: { id } }: Place): boolean => ndjson.includes(id);
export const isText = (place: Place): boolean => isWorkers(place) && isWrite(place) && !isNdjson(place);
export const isStart = ({ operation }: Place): boolean =>
  operation.api === 'workers' && operation.method === 'POST';
export const isPut = ({ operation }: Place): boolean =>
  operation.api === 'workers' && operation.method === 'PUT';
export const isHistory = (place: Place): boolean => isWorkers(place) && isRead(place);
export const isStream = (place: Place): boolean => isWorkers(place) && isWrite(place);
