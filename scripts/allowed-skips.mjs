// Tests that may be skipped if CI=true, each with its reason. Any other skip fails the run: an
// untested promise must not look like a tested one.

const NO_CONTAINERS = 'only root starts containers, and a container may not start others';

const RECORDED_HOUSEHOLD = 'the recorded household is not part of the repository';

const ONLY_WITHOUT_CITUS = 'its fault cannot be planted in distributed tables';

/** `test` is a prefix of the test's full name; if absent, every test of the file may be skipped. */
export const allowedSkips = [
  { file: 'e2e/src/install/debian-package.test.ts', reason: NO_CONTAINERS },
  { file: 'e2e/src/install/debian-upgrade.test.ts', reason: NO_CONTAINERS },
  { file: 'apps/server/test/energy/recorded-load.test.ts', reason: RECORDED_HOUSEHOLD },
  { file: 'apps/server/test/replay/replay.test.ts', reason: RECORDED_HOUSEHOLD },
  {
    file: 'apps/simulator/src/fleet/replay.test.ts',
    test: 'the recorded household',
    reason: RECORDED_HOUSEHOLD,
  },
  {
    file: 'apps/server/test/backup/other-version.test.ts',
    reason: 'only the nightly run installs the older versions of PostgreSQL',
  },
  {
    file: 'apps/server/test/deploy/failed-upgrades.test.ts',
    test: 'an upgrade of the embedded database on a full disk',
    reason: 'a container may not mount the small file system that fills up',
  },
  {
    file: 'apps/server/test/deploy/helm/chart.test.ts',
    reason: 'Helm is installed on Linux with amd64 only',
  },
  {
    file: 'apps/server/test/deploy/helm/chart-processes.test.ts',
    reason: 'Helm is installed on Linux with amd64 only',
  },
  {
    file: 'apps/server/test/deploy/helm/manifests.test.ts',
    reason: 'Helm is installed on Linux with amd64 only',
  },
  {
    file: 'apps/server/test/deploy/install-document.test.ts',
    test: 'nftables accepts the firewall',
    reason: 'nft is not installed everywhere, and only root can check rules',
  },
  {
    file: 'apps/server/test/deploy/prometheus.test.ts',
    reason: 'Prometheus is not installed everywhere',
  },
  {
    file: 'apps/server/test/deploy/reverse-proxies.test.ts',
    reason: 'nginx and Caddy are not installed everywhere',
  },
  {
    file: 'apps/server/test/deploy/backup-timer.test.ts',
    test: 'the shipped backup program has units that systemd accepts',
    reason: 'a container has no systemd',
  },
  {
    file: 'apps/server/test/gateway/line/foreign-slave.test.ts',
    reason: 'socat and python3-pymodbus are not installed everywhere',
  },
  {
    file: 'apps/server/test/gateway/line/outgoing/foreign-tcp-slave.test.ts',
    reason: 'python3-pymodbus is not installed everywhere',
  },
  {
    file: 'apps/server/test/reliability/power-cut.test.ts',
    reason: 'a container may not mount the disk whose power is cut',
  },
  {
    file: 'apps/server/test/reliability/upgrade/side-by-side.test.ts',
    reason: 'a copy of the newest commits only lacks the last release',
  },
  {
    file: 'apps/server/test/reports/full-disk.test.ts',
    reason: 'a container may not mount the small file system that fills up',
  },
  {
    file: 'apps/server/test/storage/embedded/bad-data-folder.test.ts',
    reason: 'only root can mount small disks and act as other users',
  },
  {
    file: 'apps/server/test/storage/embedded/data-place.test.ts',
    reason: 'only root starts the database as another user',
  },
  {
    file: 'e2e/src/release/container.test.ts',
    reason: 'podman cannot start containers everywhere',
  },
  {
    file: 'apps/server/test/storage/pooler/prepared-by-pooler.test.ts',
    reason: 'PgBouncer of the system prepares statements, or does not',
  },
  {
    file: 'apps/server/test/storage/distributed/statements.test.ts',
    reason: 'the statements are recorded on request',
  },
  {
    file: 'apps/server/test/audit/audit-calls.test.ts',
    test: 'the audit trail reports up to where its chain is valid, and the first fault',
    reason: ONLY_WITHOUT_CITUS,
  },
  {
    file: 'apps/server/test/audit/audit-wall.test.ts',
    test: 'the protection of the audit trail accepts new entries through the operation log',
    reason: 'Citus refuses inserts into views, and the server makes none',
  },
  {
    file: 'apps/server/test/access/user-pages.test.ts',
    test: 'pages of users sorted by name read only their own rows',
    reason: 'on Citus a worker reads the rows, and the statistics are those of the coordinator',
  },
  {
    file: 'apps/server/test/control/batch-command.test.ts',
    test: 'a batch command sends nothing if the log cannot be written',
    reason: ONLY_WITHOUT_CITUS,
  },
  {
    file: 'apps/server/test/control/switch-command.test.ts',
    test: 'the command gate sends and stores nothing if the log cannot be written',
    reason: ONLY_WITHOUT_CITUS,
  },
  {
    file: 'apps/server/test/energy/ledger.test.ts',
    test: 'the energy ledger reprocesses a device whose states have another version',
    reason: ONLY_WITHOUT_CITUS,
  },
  {
    file: 'apps/server/test/storage/schema/catalogue.test.ts',
    test: 'the database catalogue reveals an undeclared table and an index across customers',
    reason: ONLY_WITHOUT_CITUS,
  },
  {
    file: 'apps/server/test/storage/schema/catalogue.test.ts',
    test: 'the database catalogue matches the generated table types',
    reason: 'integer identities are sequences in distributed tables',
  },
];

/** The skipped tests not on the list, as `{ file, test }` with a path from the root. */
export function unexpectedSkips(skipped, allowed = allowedSkips) {
  return skipped.filter(
    ({ file, test }) =>
      !allowed.some((entry) => entry.file === file && test.startsWith(entry.test ?? '')),
  );
}
