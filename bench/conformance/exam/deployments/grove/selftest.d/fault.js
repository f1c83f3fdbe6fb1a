// How the probe files list faults. A probe takes a Deployment and throws an AssertionError when it behaves wrongly.

const fault = (basis) => (id, needs, operation, words, what, probe) => ({
  id, operation: [operation].flat(), basis, needs, words, what, probe,
});

/** A sentence of the interface, or a cell of its tables, forbids it by itself. */
export const stated = fault('stated');

/** No sentence says so, but no sensible deployment would do it. */
export const implied = fault('implied');
