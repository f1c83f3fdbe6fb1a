/** For waits that a busy machine must not cut short: they end with what they wait for, or just before the test does. */
export const patience = { timeout: 280_000, interval: 20 };

/** Options of a server that waits for its answers when it is told to stop, however busy the machine is. */
export const patientStop = ['--grace-period', String(patience.timeout / 1000)];
