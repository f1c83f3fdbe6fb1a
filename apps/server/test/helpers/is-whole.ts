/** Whether all is taken of which CI takes a sample: with WHOLE=1, as CONTRIBUTING.md tells. */
export const isWhole = process.env.WHOLE !== undefined;
