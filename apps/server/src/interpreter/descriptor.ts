/** Where a sandboxed process finds the open file that it was given: behind its standard streams and its channel. */
export const givenDescriptor = 4;
