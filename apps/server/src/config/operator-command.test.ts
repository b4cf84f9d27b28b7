import { describe, expect, it } from 'vitest';
import { operatorCommand } from './operator-command.ts';

describe('the command of an operator', () => {
  const checkout = { isDebianPackage: false, programs: undefined };
  const container = { isDebianPackage: false, programs: '/opt/busbar/apps/server/dist' };
  const service = { isDebianPackage: true, programs: '/usr/lib/busbar/apps/server/dist' };

  it.each([
    [checkout, 'npm run backup -- FILE', 'npm run secrets:rotate'],
    [
      container,
      'node /opt/busbar/apps/server/dist/backup.js FILE',
      'node /opt/busbar/apps/server/dist/secrets-rotate.js',
    ],
    [service, 'busbar backup FILE', 'busbar secrets-rotate'],
  ])('is the line that this installation has (%j)', (installation, backup, rotate) => {
    expect(operatorCommand('backup', 'FILE', installation)).toBe(backup);
    expect(operatorCommand('secrets-rotate', '', installation)).toBe(rotate);
  });

  it('is a script of npm in a checkout', () => {
    expect(operatorCommand('restore', 'FILE')).toBe('npm run restore -- FILE');
  });
});
