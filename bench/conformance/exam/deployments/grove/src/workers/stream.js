// How the signals of a worker travel: as plain text, or as NDJSON.

import { on } from '../core/faults.js';

const text = {
  type: 'text/plain; charset=utf-8',
  line(signal) {
    if (signal.say !== undefined) return on('worker-text-as-sse') ? `data: ${signal.say}\n\n` : signal.say;
    if (on('worker-text-shows-tool-calls') && signal.call) return `[calling ${signal.tool} ${JSON.stringify(signal.args)}]\n`;
    return '';
  },
  end: () => '',
};

const ndjson = {
  type: 'application/x-ndjson',
  line(signal, first) {
    if (on('ndjson-no-tool-signals') && (signal.call || signal.result)) return '';
    if (on('ndjson-no-tool-responses') && signal.result) return '';
    if (on('ndjson-is-a-json-array')) return `${first ? '[' : ','}${JSON.stringify(signal)}`;
    if (on('ndjson-pretty-printed')) return `${JSON.stringify(signal, null, 2)}\n`;
    return `${JSON.stringify(signal)}\n`;
  },
  end(run) {
    if (on('ndjson-is-a-json-array')) return ']';
    return `${JSON.stringify({ end: true, run: run.id })}\n`;
  },
};

export const forms = { text, ndjson };
