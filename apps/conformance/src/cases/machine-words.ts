/** Texts that programs take for something else than a text. */
export const machineWords = ['null', '00123', 'None', 'true', 'undefined', '1e3', 'NaN'] as const;

export function isMachineWord(value: unknown): boolean {
  return machineWords.some((word) => word === value);
}
