#!/usr/bin/env node
const [major] = process.versions.node.split('.').map(Number);

if (major < 22) {
  process.stderr.write(
    `agent-workers-server: Node ${process.versions.node} is too old; 22.13 or newer is needed.\n`,
  );
  process.exitCode = 2;
} else {
  await import('../dist/main.js');
}
