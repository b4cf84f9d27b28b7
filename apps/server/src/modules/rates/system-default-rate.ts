/** The tariff every new customer starts with, in its own currency per kWh, until it writes its own. */
export const SYSTEM_DEFAULT_RATE = {
  name: 'Default',
  sharp: '1.25',
  peak: '1.04',
  offPeak: '0.65',
  valley: '0.26',
} as const;
