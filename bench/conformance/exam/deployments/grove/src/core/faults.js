// One fault may be switched on by the environment variable FAULT; its id stands in faults.json.
// In the code each fault is one condition `on('its-id')` at the place where the mistake would be made.

const active = process.env.FAULT ?? '';

export const on = (id) => id === active;

export const activeFault = active;
