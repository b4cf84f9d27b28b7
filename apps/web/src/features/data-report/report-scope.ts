/** Devices of a report: all, those of a group, or individual ones. */
export interface ReportScope {
  readonly kind: 'all' | 'group' | 'devices';
  readonly group: number | undefined;
  /** Device codes. */
  readonly devices: readonly string[];
}

export const ALL_DEVICES: ReportScope = { kind: 'all', group: undefined, devices: [] };

/** Returns true if the selection is incomplete. */
export function isScopeOpen({ kind, group, devices }: ReportScope): boolean {
  return (kind === 'group' && group === undefined) || (kind === 'devices' && devices.length === 0);
}
