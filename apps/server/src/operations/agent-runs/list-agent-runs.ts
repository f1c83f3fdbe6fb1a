import { toRunViewRecord } from '../../domain/agent-runs/run-view.ts';
import { listRunViews } from '../../store/run-view-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { answerPage } from '../page.ts';

/** GET /me/agent-runs */
export const listAgentRuns = defineOperation('listAgentRuns', {
  isRepeatable: true,
  answer: ({ caller, query }, { store }) =>
    answerPage(caller.userId, query, {
      read: (request) => listRunViews(store.db, request),
      toRecord: toRunViewRecord,
    }),
});
