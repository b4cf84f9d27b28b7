/** Serial lines of DTUs and their meters on v2. */

import type { BodyOf } from '@busbar/contract/call';
import type { serialLineCalls } from '@busbar/contract/v2/fleet/serial-lines';
import { pickSnakeCase } from '@busbar/domain/key-case';
import type { SwitchingForm } from '@busbar/domain/line/switching-form';
import { changeLine } from '../../../areas/fleet/serial-lines/change-line.ts';
import {
  addMeter,
  changeMeter,
  removeMeter,
} from '../../../areas/fleet/serial-lines/change-meters.ts';
import { type MeterView, readLine } from '../../../areas/fleet/serial-lines/read-line.ts';
import type {
  StoredLine,
  StoredMeter,
} from '../../../areas/fleet/serial-lines/serial-line-queries.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';
import { meterChangeReason } from './meter-change-reason.ts';

export function serialLineHandlers(ctx: Context): HandlersOf<typeof serialLineCalls> {
  return {
    'v2.serial-line': async ({ params, caller }) => {
      const found = await readLine(ctx, caller, params.device_code);
      if (!found.ok) return found;
      const { dtu, line, trouble, meters } = found.value;
      return {
        data: {
          device_name: dtu.name,
          ...pickSnakeCase(dtu, 'deviceCode', 'groupId', 'rateId'),
          line: line === undefined ? null : presentLine(line),
          trouble,
          dtu_port: ctx.config.dtu?.port ?? null,
          meters: meters.map(presentMeter),
        },
      };
    },
    'v2.serial-line.change': async ({ params, body, caller }) => {
      const { protocol, baud, heartbeat, needs_secret: needsSecret, transport } = body;
      const address = transport && { transport, host: body.host ?? null, port: body.port ?? null };
      const form = { protocol, baud, heartbeat, needsSecret, address };
      const changed = await changeLine(ctx, caller, params.device_code, form);
      return changed.ok ? { msg: REFUSAL_MESSAGES.updated } : onWire(changed);
    },
    'v2.serial-line.meters.add': async ({ params, body, caller }) => {
      const form = { name: body.name, rate: body.rate, ...meterOf(body) };
      const reason = await meterChangeReason(ctx, caller);
      const added = await addMeter(ctx, caller, params.device_code, form, reason);
      if (!added.ok) return onWire(added);
      const { deviceId, deviceCode } = added.value;
      return { data: { id: deviceId, device_code: deviceCode }, msg: REFUSAL_MESSAGES.saved };
    },
    'v2.serial-line.meters.change': async ({ params, body, caller }) => {
      const { device_code: dtu, meter } = params;
      const reason = await meterChangeReason(ctx, caller);
      const changed = await changeMeter(ctx, caller, dtu, meter, meterOf(body), reason);
      return changed.ok ? { msg: REFUSAL_MESSAGES.updated } : onWire(changed);
    },
    'v2.serial-line.meters.remove': async ({ params, caller }) => {
      const removed = await removeMeter(ctx, caller, params.device_code, params.meter);
      return removed.ok ? { msg: REFUSAL_MESSAGES.deleted } : removed;
    },
  };
}

function meterOf(body: BodyOf<(typeof serialLineCalls)['v2.serial-line.meters.change']>) {
  return {
    station: body.station,
    profile: body.profile,
    ctPrimary: body.ct_primary,
    ctSecondary: body.ct_secondary,
    ptPrimary: body.pt_primary,
    ptSecondary: body.pt_secondary,
    intervalS: body.interval_s,
    switching: switchingOf(body),
  };
}

function switchingOf(
  body: BodyOf<(typeof serialLineCalls)['v2.serial-line.meters.change']>,
): SwitchingForm | undefined {
  if (body.can_switch === undefined) return undefined;
  return {
    canSwitch: body.can_switch,
    passwordLevel: body.password_level ?? null,
    password: body.password ?? null,
    operatorCode: body.operator_code ?? null,
    closeMode: body.close_mode ?? null,
  };
}

const presentLine = (line: StoredLine) => ({
  ...pickSnakeCase(line, 'protocol', 'baud', 'heartbeat', 'needsSecret'),
  ...pickSnakeCase(line, 'transport', 'host', 'port'),
});

function presentMeter({ settings, ...member }: MeterView) {
  return {
    device_name: member.name,
    ...pickSnakeCase(member, 'deviceCode', 'slot', 'presence', 'measuredAt'),
    settings: settings === undefined ? null : presentSettings(settings),
  };
}

function presentSettings({ ratios: { ct, pt }, access, canSwitch, ...meter }: StoredMeter) {
  const { station, profileId, intervalS } = meter;
  return {
    station,
    profile: profileId,
    ct_primary: ct?.primary ?? null,
    ct_secondary: ct?.secondary ?? null,
    pt_primary: pt?.primary ?? null,
    pt_secondary: pt?.secondary ?? null,
    interval_s: intervalS,
    can_switch: canSwitch,
    password_level: access?.level ?? null,
    operator_code: access?.operatorCode ?? null,
    close_mode: access?.closeMode ?? null,
    has_password: access !== undefined,
  };
}
