import { toExecutionRecord } from '../../domain/executions/execution.ts';
import { listExecutions } from '../../store/execution-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { answerPage } from '../page.ts';

/** GET /me/executions */
export const listToolExecutionLogs = defineOperation('listToolExecutionLogs', {
  isRepeatable: true,
  answer: ({ caller, query }, { store }) =>
    answerPage(caller.userId, query, {
      read: (request) => listExecutions(store.db, request),
      toRecord: toExecutionRecord,
    }),
});
