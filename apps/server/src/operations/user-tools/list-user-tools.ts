import * as userTools from '../../store/user-tool-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';
import { toUserToolRecord } from './user-tool-record.ts';

/** GET /me/user-tools */
export const listUserTools = defineOperation('listUserTools', {
  isRepeatable: true,
  answer: async ({ caller }, { store }) =>
    ok((await userTools.listUserTools(store.db, caller.userId)).map(toUserToolRecord)),
});
