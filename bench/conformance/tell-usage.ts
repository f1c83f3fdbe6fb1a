/** Imported before a program: when that ends, its process says on standard error what it needed. */
process.once('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  process.stderr.write(
    `usage: ${JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMegabytes: maxRSS / 1024 })}\n`,
  );
});
