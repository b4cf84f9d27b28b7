/** Which devices a report is of: all, those of a group, or those named one by one. */
export interface ReportScope {
  readonly kind: 'all' | 'group' | 'devices';
  readonly group: number | undefined;
  /** Codes. */
  readonly devices: readonly string[];
}

export const ALL_DEVICES: ReportScope = { kind: 'all', group: undefined, devices: [] };

/** Something is left to choose. */
export function isScopeOpen({ kind, group, devices }: ReportScope): boolean {
  return (kind === 'group' && group === undefined) || (kind === 'devices' && devices.length === 0);
}
