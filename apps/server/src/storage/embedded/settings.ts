/** Server settings of the embedded PostgreSQL: durable, and modest enough for a small machine. */

export interface SettingOptions {
  /** Folder of the Unix socket; undefined for TCP on the loopback interface (Windows). */
  readonly socketFolder: string | undefined;
  readonly port: number;
  /**
   * True for a new database that is filled once and discarded unless that succeeds: rows copied
   * into a table of the same transaction are synced instead of logged.
   */
  readonly isBulkLoad: boolean;
}

/** Returns the settings as `-c name=value` arguments of `postgres`. */
export function settingArguments(options: SettingOptions): string[] {
  const { socketFolder, port, isBulkLoad } = options;
  const settings: Record<string, string | number> = {
    listen_addresses: socketFolder === undefined ? '127.0.0.1' : '',
    port,
    ...(process.platform === 'win32'
      ? {}
      : { unix_socket_directories: socketFolder ?? '', unix_socket_permissions: '0700' }),
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    max_connections: 60,
    shared_buffers: '128MB',
    work_mem: '8MB',
    max_logical_replication_workers: 0,
    maintenance_work_mem: '64MB',
    max_wal_size: '512MB',
    ...(isBulkLoad ? { wal_level: 'minimal', max_wal_senders: 0 } : {}),
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_line_prefix: '',
    log_checkpoints: 'off',
    // The caller handles failed statements, so their text and values are not logged here.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_destination: 'stderr',
    logging_collector: 'off',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
