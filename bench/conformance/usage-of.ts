/**
 * Node options that make a program's process say on standard error, when it ends, what it needed. JavaScript and not a file of
 * TypeScript: Node's compiler for types would be part of what is measured.
 */
export const tellUsage: readonly string[] = [
  '--import',
  `data:text/javascript,${encodeURIComponent(`import { isMainThread } from 'node:worker_threads';
  if (isMainThread) process.once('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const usage = { cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMegabytes: maxRSS / 1024 };
    process.stderr.write('usage: ' + JSON.stringify(usage) + '\\n');
  });`)}`,
];

/** What `tellUsage` made a process say at its end. */
export function usageOf(standardError: string): { readonly cpuMs: number; readonly peakMegabytes: number } {
  const said = /^usage: (.*)$/m.exec(standardError)?.[1];
  if (said === undefined)
    throw new Error(`The process did not say what it needed: ${standardError.slice(-500)}`);
  return JSON.parse(said);
}
