import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { isRecord } from '../../../json/json-record.ts';
import { bodyIn } from '../../bodies.ts';
import { sharedEntry } from '../../findings/shared-entry.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const logsAreTheCallers: Check = {
  id: 'law.logs-are-the-callers',
  drivenBy: 'sequences',
  evidence: ['foreign-call'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: (recording, { operations }) => {
    const asked = probesOf(recording, operations).filter(succeeded);
    const subjects = asked
      .filter(({ identity }) => identity === 'other' || identity === 'sandbox')
      .flatMap((foreign) => {
        const own = asked.find(
          (one) =>
            one.identity === 'own' && one.request.url === foreign.request.url && entriesOf(one).length > 0,
        );
        return own === undefined ? [] : [{ own, foreign }];
      });
    return judgeEach(subjects, ({ own, foreign }) => sharedEntry(own, foreign, entriesOf));
  },
};

/** What a list of logs holds; an empty record is like any other. */
function entriesOf(log: Exchange): readonly unknown[] {
  const body = bodyIn(log);
  return Array.isArray(body) ? body.filter((entry) => isRecord(entry) && Object.keys(entry).length > 0) : [];
}
