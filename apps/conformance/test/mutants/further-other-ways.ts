import { isRecord, type JsonRecord } from '../../src/json/json-record.ts';
import { parseJson } from '../../src/json/parse-json.ts';
import { around, type Breaker } from './breaker.ts';
import { withJson } from './wrap-answers.ts';

/** How the laws of records are broken in fields that only the deployment's own document names. */
export const furtherOtherWays: Readonly<Record<string, readonly Breaker[]>> = {
  'law.kept': [
    {
      breaks: 'takes a flag that is false for one that was left out, where a record is changed',
      wrap: changedBody(({ method }) => method !== 'POST', withoutFalse),
    },
    {
      breaks: 'takes a flag that is false for one that was left out, where a record is made',
      wrap: changedBody(
        ({ method }) => method === 'POST',
        (sent) => ('enabled' in sent ? { ...sent, enabled: true } : sent),
      ),
    },
  ],
  'law.one-default-key': [
    {
      breaks: 'leaves the mark of the default key where it was when a new key gets it',
      wrap: (target) => {
        const marked = new Set<unknown>();
        return around(target, async (request, fetch) => {
          const answer = await fetch(request);
          if (!request.url.includes('/me/api-keys') || !answer.ok) return answer;
          return withJson(answer, (body) => {
            const records = [body].flat().filter(isRecord);
            for (const one of records) if (one.is_default === true) marked.add(one.api_key_id);
            return Array.isArray(body)
              ? records.map((one) => ({ ...one, is_default: marked.has(one.api_key_id) }))
              : body;
          });
        });
      },
    },
  ],
  'law.frame': [
    {
      breaks: 'empties the metadata that a change leaves out',
      wrap: changedBody(
        ({ method }) => method === 'PATCH',
        (sent) => ({ metadata: {}, ...sent }),
      ),
    },
  ],
  'law.full-update-leaves-nothing': [
    {
      breaks: 'merges the metadata of a full update into that of before',
      wrap: (target) => {
        const metadata = new Map<string, JsonRecord>();
        return around(target, async (request, fetch) => {
          const sent = parseJson(await request.clone().text());
          if (!isRecord(sent) || !isRecord(sent.metadata)) return fetch(request);
          const merged = { ...metadata.get(request.url), ...sent.metadata };
          metadata.set(request.url, merged);
          return fetch(new Request(request, { body: JSON.stringify({ ...sent, metadata: merged }) }));
        });
      },
    },
  ],
};

export const givingTagsOfTheLast: Breaker = {
  breaks: 'gives a record that is made without tags those of the one before',
  wrap: (target) => {
    let last: unknown;
    return changedBody(
      ({ method }) => method === 'POST',
      (sent) => {
        const given = 'tags' in sent || last === undefined ? sent : { ...sent, tags: last };
        last = sent.tags ?? last;
        return given;
      },
    )(target);
  },
};

function withoutFalse(sent: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== false));
}

function changedBody(
  isMeant: (request: Request) => boolean,
  change: (sent: JsonRecord) => JsonRecord,
): Breaker['wrap'] {
  return (target) =>
    around(target, async (request, fetch) => {
      const sent = isMeant(request) ? parseJson(await request.clone().text()) : undefined;
      return fetch(isRecord(sent) ? new Request(request, { body: JSON.stringify(change(sent)) }) : request);
    });
}
