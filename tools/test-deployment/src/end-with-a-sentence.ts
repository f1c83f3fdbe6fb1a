/** For `node --import`: a command that fails ends with one sentence and exit code 2, and shows no stack and no cause, which may hold keys. */
process.on('uncaughtException', (error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${reason.split('\n')[0]}\n`);
  process.exit(2);
});
