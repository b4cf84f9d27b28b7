/**
 * What a device is, told from the name of its type by the prefix rules of
 * specification part 1, "Business constants and limits". MT88C is asked before
 * MT88, whose prefix it shares.
 */
export const DEVICE_KINDS = ['main', 'gateway', 'hidden', 'dtu', 'meter', 'slave'] as const;

export type DeviceKind = (typeof DEVICE_KINDS)[number];

const PREFIXES: readonly (readonly [string, DeviceKind])[] = [
  ['MT61', 'main'],
  ['MT88C', 'gateway'],
  ['MT88', 'hidden'],
  ['HF-', 'dtu'],
  ['METER', 'meter'],
  ['SLAVE', 'slave'],
];

/** Upper and lower case mean the same; undefined for a type under no rule. */
export function kindOfType(deviceTypeName: string): DeviceKind | undefined {
  const name = deviceTypeName.toUpperCase();
  return PREFIXES.find(([prefix]) => name.startsWith(prefix))?.[1];
}

/** The band a kind always has; undefined where the device itself must say. */
export function bandOfKind(kind: DeviceKind): string | undefined {
  return kind === 'dtu' ? '4G' : undefined;
}
