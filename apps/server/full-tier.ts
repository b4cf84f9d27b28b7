/**
 * Test files of the full tier only, which runs before a change is accepted: whole installations
 * under load or with faults, and files that need more than about 10 s. The day tier keeps the long
 * files of isolation, kills and faulted commands (CONTRIBUTING.md, "Sizes and tiers").
 */
export const FULL_TIER_FOLDERS = [
  'test/reliability/cluster',
  'test/reliability/storm',
  'test/reliability/upgrade',
];

/** Names of files by folder. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'test/access': ['brute-force', 'guessed-accounts'],
  'test/alarms': ['alarm-counts'],
  'test/audit': ['audit-cli', 'no-secrets'],
  'test/backup': [
    'bad-archive',
    'cli',
    'hold-still',
    'older-program',
    'round-trip',
    'sealed-secrets',
  ],
  'test/bill-documents': [
    'bill-documents',
    'bill-files',
    'bill-numbers',
    'bill-pages',
    'hostile-texts',
  ],
  'test/catalogue': ['callers', 'fuzz', 'planted-fields', 'roles', 'secrets'],
  'test/control': ['batch-command-gate', 'login-flood'],
  'test/demo': ['demo'],
  'test/deploy': ['backup-timer', 'failed-upgrades', 'prometheus', 'reverse-proxies'],
  'test/device-import': ['hostile-files', 'import', 'secrets-delivery', 'xlsx-calls'],
  'test/devices': ['changed-ratings'],
  'test/frozen': ['frozen-releases'],
  'test/energy': ['bill-comparison', 'billed-groups', 'scripted-faults', 'two-workers'],
  'test/gateway': ['broker-sessions', 'device-accounts', 'haproxy', 'line-conformance'],
  'test/gateway/foreign': ['zigbee2mqtt'],
  'test/operations': ['silent-log'],
  'test/rates': ['former-tariffs'],
  'test/single-sign-on': ['broken-providers', 'linked-users'],
  'test/reading-import': [
    'counted-before',
    'late-readings',
    'moved-device-corrections',
    'reading-import',
    'refused-files',
    'wrong-bills',
  ],
  'test/gateway/line': [
    'line-commands',
    'polling',
    'registration',
    'switching',
    'switching-modbus',
    'unanswered-writes',
  ],
  'test/gateway/line/outgoing': ['conformance', 'outgoing'],
  'test/gateway/external': ['account-outage', 'bridge', 'broker-faults', 'secure-broker'],
  'test/http': ['interlock-matrix'],
  'test/jobs': ['jobs'],
  'test/messages': ['forwarding', 'forwarding-kill', 'notifications'],
  'test/realtime': ['ended-everywhere', 'slow-reader'],
  'test/reliability': [
    'broker-kills',
    'device-order',
    'no-trace',
    'old-commands',
    'power-cut',
    'repeated-requests',
    'stolen-session',
    'stopped-process',
    'timers',
    'two-processes',
  ],
  'test/reports': [
    'energy-reports',
    'libre-office',
    'office-files',
    'office-reports',
    'report-schedules',
  ],
  'test/retention': ['thinning'],
  'test/secret-rotation': ['interrupted-rotation', 'running-processes', 'sealed-columns'],
  'test/simulated': ['external-broker', 'never-counts', 'simulator'],
  'test/storage': ['pooler-checks', 'several-servers'],
  'test/storage/embedded': ['aborted-start', 'embedded'],
  'test/storage/migrating': ['concurrent-index'],
  'test/timers': ['closing-step', 'held-timers', 'timer-interlocks'],
};

export const FULL_TIER_FILES = Object.entries(NAMES).flatMap(([folder, names]) =>
  names.map((name) => `${folder}/${name}.test.ts`),
);
