import { describe, expect, it } from 'vitest';
import { isOpenCommandConflict } from './open-command-conflict.ts';

const conflict = (name: string, more: object) =>
  Object.assign(
    new Error(`duplicate key value violates unique constraint "${name}"`),
    { code: '23505' },
    more,
  );

describe('a second open command of a device', () => {
  it.each([
    [conflict('command_open_of_device', { constraint: 'command_open_of_device' }), true],
    // The error of a shard of Citus has no name of a constraint.
    [conflict('command_open_write_of_device_102044', {}), true],
    [conflict('command_open_frame_of_device_102044', { constraint: undefined }), true],
    [conflict('command_pkey', { constraint: 'command_pkey' }), false],
    [conflict('command_pkey_102044', {}), false],
    [conflict('command_open_of_device', { code: '23514' }), false],
    [new Error('command_open_of_device'), false],
    ['command_open_of_device', false],
  ])('is recognized by %o: %s', (error, isConflict) => {
    expect(isOpenCommandConflict(error)).toBe(isConflict);
  });
});
