/** A named set of tools. */
export interface Bundle {
  id: number;
  name: string;
  description: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The membership of a tool in a bundle. */
export interface BundleTool {
  bundleId: number;
  toolId: string;
  addedAt: Date;
}

/** How many bundles a user can have. */
export const maximumBundles = 100;

/** The first of "Bundle 1", "Bundle 2" … that isn't taken. */
export function freeName(taken: readonly string[]): string {
  const names = new Set(taken);
  for (let number = 1; ; number++) if (!names.has(`Bundle ${number}`)) return `Bundle ${number}`;
}
