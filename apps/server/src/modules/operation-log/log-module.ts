/** What a row of the operation log is about: the words of its `module` column (`procMode`). */
export const LOG_MODULES = {
  remoteControl: 'Remote control',
  readNow: 'Read now',
  timers: 'Timers',
  protection: 'Protection',
  realtime: 'Real-time channel',
  deviceInformation: 'Device information',
  tariffs: 'Tariffs',
  settlement: 'Settlement',
  energy: 'Energy',
  alarms: 'Alarms',
  referenceData: 'Reference data',
  registration: 'Registration',
  forwarding: 'Data forwarding',
  towers: 'Towers',
  projects: 'Projects',
  console: 'Protocol console',
} as const;

export type LogModule = (typeof LOG_MODULES)[keyof typeof LOG_MODULES];
