// Test files that run on Citus (docs/adr/0065), by parts of their paths. A file that is in no list
// fails `citus-tests.test.ts`.

/** `npm test -- citus` and .ci/run: all files of the most important subjects, and one file of each other subject. */
export const citusTests = [
  'test/storage/distributed',
  'test/storage/schema',
  'test/catalogue/',
  'test/control/',
  'test/energy/',
  'test/gateway/storing',
  'test/rates/',
  'test/readings/',
  'test/timers/',
  'test/alarms/selected-alarms',
  'test/audit/audit-calls',
  'test/devices/device-detail',
  'test/http/history-calls',
  'test/projects/project-calls',
  'test/reports/claimed-report',
  'test/reports/report-schedules',
  'test/retention/purge-rows',
];

/** By night and in `npm test -- citus all`, in addition. */
export const nightlyCitusTests = [
  'test/access/',
  'test/alarms/',
  'test/audit/no-secrets',
  'test/audit/audit-wall',
  'test/audit/seal-line',
  'test/audit/text-search',
  'test/bill-documents/',
  'test/configuration/',
  'test/console/',
  'test/device-import/hostile-files',
  'test/device-import/import.test',
  'test/device-import/read-import-file',
  'test/demo/',
  'test/device-import/secrets-delivery',
  'test/device-import/secrets-owner',
  'test/device-import/xlsx-calls',
  'test/devices/',
  'test/gateway/',
  'test/groups/',
  'test/http/',
  'test/jobs/',
  'test/menus/',
  'test/messages/',
  'test/operations/',
  'test/projects/',
  'test/meter-recompute/',
  'test/reading-import/',
  'test/realtime/',
  'test/reliability/arrival-orders',
  'test/reliability/broker-kills',
  'test/reliability/device-order',
  'test/reliability/entry-paths',
  'test/reliability/faulted-commands',
  'test/reliability/kill.test',
  'test/reliability/old-commands',
  'test/reliability/repeated-requests',
  'test/reliability/stolen-session',
  'test/reliability/two-processes',
  'test/reliability/two-steps',
  'test/replay/',
  'test/reports/',
  'test/retention/',
  'test/roles/',
  'test/single-sign-on/',
  'test/towers/',
];

/** Files that do not run there, with the reason. A file of the lists above is not meant. */
export const notOnCitus = [
  {
    file: 'test/audit/audit-chain',
    reason:
      'tampers with entries by statements that Citus refuses (another customer of an entry, a time computed from the row, columns copied from another row); audit-calls runs the verification there',
  },
  {
    file: 'test/audit/audit-cli',
    reason:
      'disables triggers of distributed tables outside a transaction; its other tests use the embedded database',
  },
  {
    file: 'test/backup/',
    reason:
      'a restore cannot replace distributed tables; test/storage/distributed/backup restores into an empty database',
  },
  {
    file: 'test/reliability/stopped-process',
    reason:
      'stops a process inside a statement that goes on without it; there a statement is a transaction of several messages',
  },
  {
    file: 'test/reliability/',
    reason:
      'not run there, or plants faults by triggers, which Citus refuses: whole installations with faults',
  },
  { file: 'test/simulated/', reason: 'has not been run there' },
  {
    file: 'test/frozen/',
    reason: 'a release is frozen with the embedded database, and restored into empty databases',
  },
  {
    file: 'test/deploy/',
    reason:
      'about programs in front of a server or beside it, and starts on a database of their own',
  },
  {
    file: 'test/secret-rotation/',
    reason: 'has not been run there: restores archives, and needs several connections',
  },
  {
    file: 'test/storage/',
    reason:
      'connections, migrations, poolers and the embedded database, which end before the tables are distributed; not run there',
  },
  { file: 'test/support/', reason: 'uses no database' },
];
