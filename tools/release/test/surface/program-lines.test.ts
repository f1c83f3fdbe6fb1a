import { expect, test } from 'vitest';
import { namesIn, programLines } from '../../src/surface/program-lines.ts';

const help = `agent-workers-tools: tools

Usage: agent-workers-tools [serve] [options]
       agent-workers-tools restore FILE [--data-dir FOLDER]

  --port NUMBER            port to listen on; 0 takes any free one
  --quota NAME=NUMBER      how much each user may have
  --durable                write through; --port is another thing

Environment:
  DATABASE_URL             PostgreSQL to use
`;

test('the names in a help text are surface, the words about them are not', () => {
  expect(namesIn(help)).toEqual([
    '[serve] [options]',
    'restore FILE [--data-dir FOLDER]',
    '--port NUMBER',
    '--quota NAME=NUMBER',
    '--durable',
    'DATABASE_URL',
  ]);
});

test('each command of the applications is listed with its options', () => {
  const server = programLines('agent-workers-server', '');
  expect(server).toContain('agent-workers-server admin users --tier NAME');
  expect(server).toContain('agent-workers-server DATABASE_URL');
  const lines = programLines('agent-conformance', '');
  expect(lines).toContain('agent-conformance attest --signing-key FILE');
  expect(lines).toContain('agent-conformance run AGENT_WORKERS_JWT');
});
