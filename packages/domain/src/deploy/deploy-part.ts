/**
 * Groups of settings ("parts") of a device that can be copied to another device (MT61). Name and
 * location are never copied. A value that the source device does not have is left unchanged:
 * copying never clears anything.
 */
import type { CustomerPermission } from '../access/permission.ts';

export const DEPLOY_PARTS = [
  'group',
  'rate',
  'ratings',
  'protections',
  'timers',
  'contacts',
] as const;
export type DeployPart = (typeof DEPLOY_PARTS)[number];

/** Permission that copying a part requires: that of the call which sets the part directly. */
export const PART_PERMISSIONS: Readonly<Record<DeployPart, CustomerPermission>> = {
  group: 'device.write',
  rate: 'device.write',
  ratings: 'device.write',
  protections: 'protection.write',
  timers: 'timer.write',
  contacts: 'device.write',
};

/** A value of a part before and after the change; null if there is none. */
export interface DeployChange {
  readonly what: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface PlannedPart {
  readonly part: DeployPart;
  /**
   * `same`: nothing would change. `untold`: the source device has no value. `unfit`: the target
   * device cannot apply it.
   */
  readonly state: 'changes' | 'same' | 'untold' | 'unfit';
  readonly changes: readonly DeployChange[];
}

/** Values changed between two sets with the same keys; keys missing from `after` are unchanged. */
export function differences(
  before: Readonly<Record<string, string | null>>,
  after: Readonly<Record<string, string>>,
): DeployChange[] {
  return Object.entries(after)
    .filter(([what, value]) => (before[what] ?? null) !== value)
    .map(([what, value]) => ({ what, before: before[what] ?? null, after: value }));
}

/** Compares two lists as sets: returns the removed and the added entries. */
export function listDifferences(
  before: readonly string[],
  after: readonly string[],
): { readonly gone: string[]; readonly come: string[] } {
  const [has, wants] = [new Set(before), new Set(after)];
  return {
    gone: [...has].filter((entry) => !wants.has(entry)),
    come: [...wants].filter((entry) => !has.has(entry)),
  };
}

export function plannedPart(
  part: DeployPart,
  isReported: boolean,
  changes: readonly DeployChange[],
): PlannedPart {
  if (!isReported) return { part, state: 'untold', changes: [] };
  return { part, state: changes.length === 0 ? 'same' : 'changes', changes };
}
