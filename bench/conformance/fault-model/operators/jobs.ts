import { parsed, withHeader, withStatus } from '../../../../apps/conformance/test/random-mutants/alter.ts';
import { messages } from '../../../../apps/conformance/test/styles/workers/workers-style.ts';
import { answering, type Operator, wherever, working } from '../operator.ts';
import { isHistory, isPut, isStart, jobId, runId } from '../workers-place.ts';

export const jobOperators: readonly Operator[] = [
  {
    name: 'running job is not shown',
    class: 'job',
    basis: 'stated',
    at: wherever(isHistory),
    wrap: answering(() => (response) => withHeader(response, jobId, undefined)),
  },
  {
    name: 'job is shown where there is none',
    class: 'job',
    basis: 'stated',
    at: wherever(isHistory),
    wrap: answering(() => (response) => (response.ok ? withHeader(response, jobId, 'job-1') : response)),
  },
  {
    name: 'job is shown for ever',
    class: 'job',
    basis: 'stated',
    at: wherever(isHistory),
    wrap: answering(() => {
      const seen = new Set<string>();
      return (response, { url }) => {
        if (response.headers.has(jobId)) seen.add(url);
        return seen.has(url) ? withHeader(response, jobId, 'job-1') : response;
      };
    }),
  },
  {
    name: 'job header is called otherwise',
    class: 'job',
    basis: 'stated',
    at: wherever(isHistory),
    wrap: answering(() => (response) => {
      const id = response.headers.get(jobId);
      return id === null ? response : withHeader(withHeader(response, jobId, undefined), 'x-job-id', id);
    }),
  },
  {
    name: 'message during a job is refused with another status',
    class: 'job',
    basis: 'stated',
    at: (place) => (isPut(place) ? ['400', '403', '423', '202'] : []),
    wrap: answering(
      ({ detail }) =>
        (response) =>
          response.status === 409 ? withStatus(response, Number(detail)) : response,
    ),
  },
  {
    name: 'message during a job is taken',
    class: 'job',
    basis: 'stated',
    at: wherever(isPut),
    wrap: answering(() => (response, { url }) => {
      const id = new URL(url).pathname.split('/').at(-1) ?? '';
      const headers = { [runId]: id, 'content-type': 'text/plain' };
      return response.status === 409 ? new Response('"Fine."\n', { headers }) : response;
    }),
  },
  {
    name: 'refused message is kept all the same',
    class: 'job',
    basis: 'stated',
    at: wherever(isPut),
    wrap: working(({ changed }, { fetch, store }) => async (request) => {
      const sent = Object(parsed(await request.clone().text())).message;
      const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
      const response = await fetch(request);
      if (response.status !== 409) return response;
      changed();
      store.runs.get(id)?.messages.push({ role: 'user', at: performance.now(), content: sent });
      return response;
    }),
  },
  {
    name: 'start is refused while another run has a job',
    class: 'job',
    basis: 'stated',
    at: wherever(isStart),
    wrap: working(({ changed }, { fetch, store }) => async (request) => {
      const isBusy = [...store.runs.values()].some(({ job }) => job === 'running');
      if (!isBusy) return fetch(request);
      changed();
      return new Response(null, { status: 409 });
    }),
  },
  {
    name: 'run stays closed after its job',
    class: 'job',
    basis: 'stated',
    at: wherever(isPut),
    wrap: answering(() => {
      const closed = new Set<string>();
      return (response, { url }) => {
        if (response.status === 409) closed.add(url);
        return closed.has(url) ? new Response(null, { status: 409 }) : response;
      };
    }),
  },
  {
    name: 'run stays closed after a job that failed',
    class: 'job',
    basis: 'stated',
    at: wherever(isPut),
    wrap: working(({ changed }, { fetch, store }) => async (request) => {
      const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
      const said = store.runs.get(id)?.messages ?? [];
      const hasFailed = said.some(({ content }) => content === messages.backgroundErrorMessage);
      if (!hasFailed) return fetch(request);
      changed();
      return new Response(null, { status: 409 });
    }),
  },
];
