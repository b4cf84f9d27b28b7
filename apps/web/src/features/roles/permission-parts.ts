/** Permissions grouped into the sections in which they are displayed. */
import type { CustomerPermission } from '@busbar/domain/access/permission';

export const PERMISSION_PARTS = {
  see: ['data.read', 'report.make', 'log.read', 'message.read', 'audit.read'],
  operate: [
    'alarm.handle',
    'device.switch',
    'lock.override',
    'timer.write',
    'protection.write',
    'alarm.configure',
    'console.use',
  ],
  build: ['device.write', 'device.remove', 'project.write'],
  money: ['tariff.write', 'energy.correct', 'settlement.write'],
  outside: ['forwarding.manage', 'key.manage'],
  people: ['group.manage', 'user.manage', 'role.manage'],
} as const satisfies Readonly<Record<string, readonly CustomerPermission[]>>;

export const PART_NAMES = Object.keys(PERMISSION_PARTS) as (keyof typeof PERMISSION_PARTS)[];
