/** The one fault that is switched on for this process, if any. */
const ACTIVE = (process.env.FAULT ?? '').trim();
export const faulty = (id: string): boolean => ACTIVE === id;
