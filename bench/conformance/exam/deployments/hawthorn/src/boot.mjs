// a worker thread does not inherit the loader of the main thread in Node 20: it registers its own
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';
register();
await import(workerData.file);
