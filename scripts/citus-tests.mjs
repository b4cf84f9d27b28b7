// Test files that run on Citus (docs/adr/0065), by parts of their paths.

/** `npm test -- citus` and .ci/run: control, energy and readings, and a file of each other subject. */
export const citusTests = [
  'test/storage/distributed',
  'test/storage/schema',
  'test/catalogue/canaries',
  'test/catalogue/row-policies',
  'test/catalogue/tenants',
  'test/control/',
  'test/energy/',
  'test/rates/',
  'test/readings/',
  'test/timers/',
  'test/alarms/selected-alarms',
  'test/audit/audit-calls',
  'test/devices/device-detail',
  'test/projects/project-calls',
  'test/reports/claimed-report',
  'test/reports/report-schedules',
];

/** By night and in `npm test -- citus all`, in addition. */
export const nightlyCitusTests = [
  'test/access/invitations',
  'test/access/second-factor',
  'test/access/session.test',
  'test/access/users.test',
  'test/alarms/',
  'test/catalogue/',
  'test/device-import/import.test',
  'test/devices/device-change',
  'test/devices/device-deploy',
  'test/devices/device-information',
  'test/devices/device-list',
  'test/gateway/line/',
  'test/groups/',
  'test/menus/',
  'test/messages/api-key-limits',
  'test/messages/forwarding.test',
  'test/projects/',
  'test/reports/energy-reports',
  'test/reports/reading-reports',
  'test/reports/report-',
  'test/reports/schedule',
  'test/retention/',
  'test/roles/',
  'test/towers/',
];
