/** The database refused a second open operation of a device (index `command_open_of_device`). */
export function isOpenCommandConflict(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '23505' &&
    'constraint' in error &&
    error.constraint === 'command_open_of_device'
  );
}
