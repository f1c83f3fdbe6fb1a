/** For waits that a busy machine must not cut short: they end with what they wait for, or just before the test does. */
export const patience = { timeout: 280_000, interval: 20 };
