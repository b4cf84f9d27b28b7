/**
 * The platform's own alarm about a device whose time cannot be believed (device protocol, "Time").
 * It is kept among the alarms the devices report, for the alarm engine to read with them.
 */
export const CLOCK_ALARM = 'clockError';
