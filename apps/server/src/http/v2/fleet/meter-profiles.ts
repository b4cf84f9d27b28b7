/** Meter profiles on v2: those of the platform, and those that users add. */
import type { meterProfileCalls } from '@busbar/contract/v2/fleet/meter-profiles';
import { BUILTIN_PROFILES, builtinFile } from '@busbar/device-profiles/builtin-profiles';
import { checkProfile } from '@busbar/device-profiles/checks/check-profile';
import {
  isDlt645Table,
  type MeterTable,
  tableOfFile,
} from '@busbar/device-profiles/own/meter-table';
import { type Profile, ratiosOf } from '@busbar/device-profiles/profile';
import type { ProfileFile } from '@busbar/device-profiles/profile-file';
import { pickSnakeCase } from '@busbar/domain/key-case';
import { isStation, LINE_PROTOCOLS } from '@busbar/domain/line/line-form';
import { refused } from '@busbar/domain/refusal';
import {
  addProfile,
  changeProfile,
  deleteProfile,
} from '../../../areas/fleet/meter-profiles/change-profiles.ts';
import {
  findOwnProfile,
  listOwnProfiles,
} from '../../../areas/fleet/meter-profiles/meter-profile-queries.ts';
import type { ProfileMeter } from '../../../areas/fleet/meter-profiles/profile-meter-queries.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { meterChangeReason } from './meter-change-reason.ts';

export function meterProfileHandlers(ctx: Context): HandlersOf<typeof meterProfileCalls> {
  return {
    'v2.meter-profiles': async ({ caller }) => {
      const own = (await listOwnProfiles(ctx.database.db, caller)).flatMap(
        ({ file, changeable }) => {
          const { profile } = checkProfile(file);
          return profile === undefined ? [] : [{ ...presentProfile(profile, true), changeable }];
        },
      );
      return { data: [...own, ...BUILTIN_PROFILES.map((one) => presentProfile(one, false))] };
    },
    'v2.meter-profiles.one': async ({ params: { id }, caller }) => {
      const own = await findOwnProfile(ctx.database.db, caller, id);
      const file = (own?.file ?? builtinFile(id)) as ProfileFile | undefined;
      const profile = file && tableOfFile(file);
      if (profile === undefined) return refused('not-found');
      return {
        data: {
          id,
          version: own?.version ?? null,
          changed_by: own?.changedBy ?? null,
          changed_at: own?.changedAt ?? null,
          profile: presentTable(profile),
        },
      };
    },
    'v2.meter-profiles.add': async ({ body, caller }) => {
      const added = await addProfile(ctx, caller, body.profile);
      return added.ok ? { data: added.value, msg: REFUSAL_MESSAGES.saved } : added;
    },
    'v2.meter-profiles.change': async ({ params, body, caller }) => {
      const { profile: table, version } = body;
      const reason = await meterChangeReason(ctx, caller);
      const changed = await changeProfile(ctx, caller, params.id, { table, version, reason });
      if (!changed.ok) return changed;
      const { meters, count } = changed.value;
      return { data: { meters: meters.map(presentMeter), count }, msg: REFUSAL_MESSAGES.updated };
    },
    'v2.meter-profiles.delete': async ({ params, caller }) => {
      const deleted = await deleteProfile(ctx, caller, params.id);
      return deleted.ok ? { msg: REFUSAL_MESSAGES.deleted } : deleted;
    },
  };
}

function presentProfile(profile: Profile, own: boolean) {
  const { id, maker, model, protocol, defaults } = profile;
  // An address such as AAAAAAAAAAAA reaches every meter and is no proposal.
  const transport = protocol === 'modbus-tcp' ? 'modbus-tcp' : 'dial-in';
  const isProposal = LINE_PROTOCOLS.some((line) =>
    isStation({ protocol: line, transport }, defaults.address),
  );
  return {
    ...{ id, maker, model, protocol },
    baud: defaults.baud ?? null,
    parity: defaults.parity ?? null,
    station: isProposal ? defaults.address : null,
    ratios: ratiosOf(profile),
    can_switch: protocol === 'dlt645-2007' || profile.switching !== undefined,
    quantities: profile.quantities.map(({ name }) => name),
    ...{ own, changeable: false },
  };
}

const presentMeter = (meter: ProfileMeter) =>
  pickSnakeCase(meter, 'deviceCode', 'deviceName', 'lineCode', 'lineName');

/** The lists of a table are read-only; those of a response are not. */
function presentTable(table: MeterTable) {
  if (isDlt645Table(table)) {
    const { blocks, quantities, ...heading } = table;
    return { ...heading, blocks: [...blocks], quantities: quantities.map(withRatios) };
  }
  const { blocks, quantities, ...heading } = table;
  return {
    ...heading,
    blocks: [...blocks],
    quantities: quantities.map(({ not_available, ...one }) => ({
      ...withRatios(one),
      not_available: [...not_available],
    })),
  };
}

const withRatios = <T extends { readonly ratios: readonly string[] }>(quantity: T) => ({
  ...quantity,
  ratios: [...quantity.ratios],
});
