/** What tell-usage.ts made a process say at its end. */
export function usageOf(standardError: string): { readonly cpuMs: number; readonly peakMegabytes: number } {
  const said = /^usage: (.*)$/m.exec(standardError)?.[1];
  if (said === undefined)
    throw new Error(`The process did not say what it needed: ${standardError.slice(-500)}`);
  return JSON.parse(said);
}
