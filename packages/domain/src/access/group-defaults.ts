/**
 * Defaults of a group for its new devices: tariff, expected report interval, and the suggested
 * protection template. Each setting is inherited separately, from the nearest group on the way up
 * that defines it. Existing devices retain their settings.
 */
import type { GroupPath } from './group-tree.ts';

export interface GroupDefaults {
  readonly rateId: number | null;
  /** In seconds; null uses the default of the device type. */
  readonly expectedIntervalS: number | null;
  readonly templateId: string | null;
}

export type DefaultField = keyof GroupDefaults;

export interface SetDefaults extends GroupDefaults {
  readonly groupId: number;
}

/** Effective values, each with the group that defines it. */
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

/** Effective defaults of the last group in `path`; `set` may hold other groups, in any order. */
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
