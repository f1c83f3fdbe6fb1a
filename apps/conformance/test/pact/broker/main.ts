import { parseArgs } from 'node:util';
import { listen } from '../../helpers/listen.ts';
import { createTestBroker } from './broker-app.ts';

const help = `A contract broker for tests. It is not for production: it keeps all in memory, has at most one token, and
speaks only the part of the interface that the official client and verifier use. For real use run the vendor's broker:
see compose.yaml.

  node --conditions=@agent-workers/source test/pact/broker/main.ts [--token TOKEN]

It prints its address and runs until it is stopped.
`;

const { values } = parseArgs({ options: { help: { type: 'boolean' }, token: { type: 'string' } } });
if (values.help) process.stdout.write(help);
else {
  const { fetch } = createTestBroker(values.token === undefined ? {} : { token: values.token });
  const { url } = await listen(fetch);
  process.stdout.write(`${url}\n`);
}
