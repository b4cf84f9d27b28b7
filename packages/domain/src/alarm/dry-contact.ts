/**
 * Dry contacts of a device: any position other than the normal one is an alarm. A device has two
 * (docs/specification/protection.md 7.1); each has an alarm type of its own, so that both can be
 * active at the same time.
 */
export const DRY_CONTACTS = [1, 2] as const;

export type DryContactNumber = (typeof DRY_CONTACTS)[number];

export type DryContactPosition = 'open' | 'close';

export const DRY_CONTACT_ALARMS = ['dryContact1', 'dryContact2'] as const;

export type DryContactAlarm = (typeof DRY_CONTACT_ALARMS)[number];

export function dryContactAlarm(contact: DryContactNumber): DryContactAlarm {
  return contact === 1 ? 'dryContact1' : 'dryContact2';
}

export function isDryContactAlarm(type: string): type is DryContactAlarm {
  return (DRY_CONTACT_ALARMS as readonly string[]).includes(type);
}

export function isAbnormal(closed: boolean, normal: DryContactPosition): boolean {
  return closed !== (normal === 'close');
}
