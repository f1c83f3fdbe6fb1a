export const jobKinds = {};
