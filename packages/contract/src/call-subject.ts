/**
 * The subject of a call groups the calls in the API documentation (OpenAPI tags, interface page).
 * It depends on the name and not on the file, so that both versions of a call have the same
 * subject.
 */

/** Sorted in display order. */
export const SUBJECTS = [
  'sign-in',
  'devices',
  'control',
  'timers',
  'protection',
  'readings',
  'energy',
  'tariffs',
  'alarms',
  'notifications',
  'projects',
  'towers',
  'reports',
  'outward',
  'users',
  'log',
  'platform',
] as const;
export type Subject = (typeof SUBJECTS)[number];

/** Name prefixes that end at a word boundary; the longest match wins. */
const NAMES: Readonly<Record<Subject, string>> = {
  'sign-in':
    'v1.sys.login v1.sys.user v2.factor-requirement v2.invitation v2.login v2.logout v2.my v2.password v2.ping-token v2.sso v2.sys.menus v2.websocket-ticket',
  devices:
    'v1.device v1.sys.home.statisticsOnline v2.dashboard-now v2.device v2.device-import v2.device-information v2.device-map v2.device-type v2.device-types v2.devices v2.meter-profiles v2.serial-line v2.simulated-breaker v2.statistics-online',
  control:
    'v1.device.dryNode v1.device.summonSlaveControl v1.device.swControl v1.device.swSlaveControl v2.device.command v2.device.control v2.gateway-slots',
  timers: 'v1.task',
  protection:
    'v1.estimate v1.parameter v2.device-deploy v2.device.parameters v2.protection-templates',
  readings:
    'v1.data.findVariableByDateTime v1.device.summonVariable v2.voltage-quality v2.wall-layouts v2.wall-readings',
  energy:
    'v1.data v1.sys.home.currentEnergyFees v1.sys.home.energySummary v2.bill v2.bill-addressee v2.bill-issuer v2.bills v2.energy v2.energy-days v2.energy-device v2.energy-estimates v2.energy-explanation v2.energy-fee v2.energy-overrides v2.meter-recompute v2.reading-import v2.settlement',
  tariffs: 'v1.device.rate v2.rate v2.rates',
  alarms: 'v1.alarm v2.alarm v2.alarm-count v2.alarm-rules v2.alarm-windows v2.alarms',
  notifications:
    'v2.notification-push v2.notification-settings v2.notification-test v2.notifications',
  projects:
    'v2.config v2.device-lamp v2.device-lamps v2.energy-proj v2.proj-alarm v2.proj-alarm-list v2.proj-warning v2.proj-warning-list v2.project v2.project-bill v2.project-board v2.project-check v2.project-control v2.project-timer v2.project-timers v2.project-visit v2.project-visits v2.projects',
  towers: 'v2.tower v2.tower-device v2.tower-devices',
  reports: 'v2.report v2.report-schedule v2.report-schedules v2.reports',
  outward: 'v2.api-keys v2.forwarding v2.forwarding-dead v2.forwarding-deliveries v2.openapi',
  users:
    'v1.sys.group v2.first-steps v2.group v2.groups v2.menu-arrangement v2.roles v2.user v2.users',
  log: 'v1.sys.log v2.audit-trail v2.log v2.message-use v2.rejected-messages',
  platform:
    'health v1.sys.zone v2.audit v2.brand v2.configuration v2.currencies v2.currency v2.customers v2.operations v2.register v2.registrations v2.zones',
};

const SUBJECT_OF: ReadonlyMap<string, Subject> = new Map(
  SUBJECTS.flatMap((subject) => NAMES[subject].split(' ').map((name) => [name, subject] as const)),
);

/** Throws if no subject matches the call; `call-subject.test.ts` checks the whole catalogue. */
export function subjectOf(name: string): Subject {
  for (
    let begin = name;
    begin !== '';
    begin = begin.slice(0, Math.max(begin.lastIndexOf('.'), 0))
  ) {
    const subject = SUBJECT_OF.get(begin);
    if (subject !== undefined) return subject;
  }
  throw new Error(`The call ${name} has no subject.`);
}

/** Name prefixes with their subject, for the test. */
export const SUBJECT_NAMES: readonly string[] = SUBJECTS.flatMap((subject) =>
  NAMES[subject].split(' '),
);
