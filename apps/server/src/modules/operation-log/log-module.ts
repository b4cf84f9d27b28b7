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
  users: 'Users',
  signIn: 'Sign-in',
  roles: 'Roles',
  groups: 'Groups',
  reports: 'Reports',
  audit: 'Audit trail',
  configuration: 'Configuration',
} as const;

/** The command of the entry that tells up to where a chain was forgotten; the verification looks for it. */
export const AUDIT_FORGOTTEN = 'remove old entries';

export type LogModule = (typeof LOG_MODULES)[keyof typeof LOG_MODULES];
