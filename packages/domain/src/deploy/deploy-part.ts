/**
 * What of one device can be copied to another (MT61). The name and the place stay a device's own.
 * What the pattern does not tell is left as it is: nothing is ever emptied by copying.
 */
export const DEPLOY_PARTS = [
  'group',
  'rate',
  'ratings',
  'protections',
  'timers',
  'contacts',
] as const;
export type DeployPart = (typeof DEPLOY_PARTS)[number];

/** One value of a part as it is and as it would be; null: there is none. */
export interface DeployChange {
  readonly what: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface PlannedPart {
  readonly part: DeployPart;
  /** same: nothing would change. untold: the pattern has none of it. unfit: the device cannot take it. */
  readonly state: 'changes' | 'same' | 'untold' | 'unfit';
  readonly changes: readonly DeployChange[];
}

/** Of two sets of values under the same names: what differs; a name the pattern lacks stays. */
export function differences(
  before: Readonly<Record<string, string | null>>,
  after: Readonly<Record<string, string>>,
): DeployChange[] {
  return Object.entries(after)
    .filter(([what, value]) => (before[what] ?? null) !== value)
    .map(([what, value]) => ({ what, before: before[what] ?? null, after: value }));
}

/** Of two lists of which each entry is there or not: first what goes, after what comes. */
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
  isTold: boolean,
  changes: readonly DeployChange[],
): PlannedPart {
  if (!isTold) return { part, state: 'untold', changes: [] };
  return { part, state: changes.length === 0 ? 'same' : 'changes', changes };
}
