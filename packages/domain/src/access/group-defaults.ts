/**
 * What a group gives to devices that are new in it: tariff, expected report interval, and the
 * protection template that is offered for them. Each is inherited by itself: the nearest group on
 * the way up that says one counts. Devices that are there already keep what they have.
 */
import type { GroupPath } from './group-tree.ts';

export interface GroupDefaults {
  readonly rateId: number | null;
  /** s; null: as the type of the device says. */
  readonly expectedIntervalS: number | null;
  readonly templateId: string | null;
}

export type DefaultField = keyof GroupDefaults;

export interface SetDefaults extends GroupDefaults {
  readonly groupId: number;
}

/** What counts, with the group that says so. */
export type EffectiveDefaults = {
  readonly [F in DefaultField]: {
    readonly value: NonNullable<GroupDefaults[F]>;
    readonly groupId: number;
  } | null;
};

export const NO_DEFAULTS: GroupDefaults = {
  rateId: null,
  expectedIntervalS: null,
  templateId: null,
};

/** What counts in the group at the end of the path; `set`: of any groups, in any sequence. */
export function effectiveDefaults(path: GroupPath, set: readonly SetDefaults[]): EffectiveDefaults {
  const byGroup = new Map(set.map((one) => [one.groupId, one]));
  const nearest = <F extends DefaultField>(field: F): EffectiveDefaults[F] => {
    for (const groupId of path.toReversed()) {
      const value = byGroup.get(groupId)?.[field];
      if (value !== undefined && value !== null) {
        return { value, groupId } as EffectiveDefaults[F];
      }
    }
    return null as EffectiveDefaults[F];
  };
  return {
    rateId: nearest('rateId'),
    expectedIntervalS: nearest('expectedIntervalS'),
    templateId: nearest('templateId'),
  };
}
