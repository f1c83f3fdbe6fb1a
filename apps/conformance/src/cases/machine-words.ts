/** Texts that programs take for something else than a text. */
export const machineWords = ['null', '00123', 'None', 'true', 'undefined', '1e3', 'NaN'] as const;

/** What only contents may have, where a name may well be refused or mended. */
export const machineContents = ['{"b": 1.0,  "a": [2, 2]}', '007', 'null'] as const;

export function isMachineWord(value: unknown): boolean {
  return [...machineWords, ...machineContents].some((word) => word === value);
}
