/** Errors of a program that came before anything was sent, so that the model can be told that nothing was done. */
export const unsentErrors: WeakSet<object> = new WeakSet();
