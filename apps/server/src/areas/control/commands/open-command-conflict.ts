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
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '23505' &&
    'constraint' in error &&
    ONE_OPEN.includes(String(error.constraint))
  );
}
