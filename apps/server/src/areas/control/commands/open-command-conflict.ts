const ONE_OPEN = [
  'command_open_of_device',
  'command_open_write_of_device',
  'command_open_frame_of_device',
];

/**
 * Returns true if the database rejected the command because the device already has an open
 * operation, write or frame.
 */
export function isOpenCommandConflict(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && error.code === '23505')) return false;
  // Citus names the index of the shard, and only in the message.
  const name =
    'constraint' in error && error.constraint !== undefined
      ? String(error.constraint)
      : (/ unique constraint "(.+?)(?:_\d+)?"$/.exec(error.message)?.[1] ?? '');
  return ONE_OPEN.includes(name);
}
