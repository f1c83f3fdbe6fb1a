/** The one fault that is switched on, by the environment. */
export const FAULT: string = process.env.FAULT ?? "";
export const fault = (id: string): boolean => FAULT === id;
/** A turn of the event loop: where the real thing would do I/O. */
export const tick = (ms = 0): Promise<void> => new Promise((done) => setTimeout(done, ms));
