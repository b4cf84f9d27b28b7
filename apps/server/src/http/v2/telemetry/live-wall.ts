/** The live wall on v2. */
import type { liveWallCalls } from '@busbar/contract/v2/telemetry/live-wall';
import type { MeasurementField } from '@busbar/domain/device/measurement';
import { MEASUREMENT_WIRE_NAMES } from '@busbar/domain/device/wire-names';
import {
  deleteWallLayout,
  listWallLayouts,
  saveWallLayout,
} from '../../../areas/telemetry/live-wall/wall-layout-queries.ts';
import {
  findWallReadings,
  type WallReading,
} from '../../../areas/telemetry/live-wall/wall-reading-queries.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';

type WireName = (typeof MEASUREMENT_WIRE_NAMES)[MeasurementField];

const FIELD_OF = new Map(
  (Object.entries(MEASUREMENT_WIRE_NAMES) as [MeasurementField, WireName][]).map(
    ([field, wire]) => [wire, field],
  ),
);

export function liveWallHandlers(ctx: Context): HandlersOf<typeof liveWallCalls> {
  return {
    'v2.wall-layouts': async ({ caller }) => {
      const layouts = await listWallLayouts(ctx, caller);
      return {
        data: {
          list: layouts.map(({ name, cells, changedAt }) => ({
            name,
            changed_at: changedAt,
            cells: cells.map(({ device, quantity, ...limits }) => ({
              device_code: device,
              quantity: MEASUREMENT_WIRE_NAMES[quantity],
              ...limits,
            })),
          })),
        },
      };
    },
    'v2.wall-layouts.save': async ({ body, caller }) => {
      const cells = body.cells.map(({ device_code: device, quantity, low, high }) => ({
        device,
        quantity: FIELD_OF.get(quantity)!,
        low,
        high,
      }));
      const insteadOf = body.instead_of && {
        name: body.instead_of.name,
        changedAt: body.instead_of.changed_at,
      };
      const saved = await saveWallLayout(ctx, caller, { name: body.name, cells, insteadOf });
      return saved.ok
        ? { msg: REFUSAL_MESSAGES.saved, data: { changed_at: saved.value.changedAt } }
        : saved;
    },
    'v2.wall-layouts.delete': async ({ query, caller }) => {
      const deleted = await deleteWallLayout(ctx, caller, query.name);
      return deleted.ok ? { msg: REFUSAL_MESSAGES.deleted } : deleted;
    },
    'v2.wall-readings': async ({ body, caller }) => {
      const readings = await findWallReadings(ctx, caller, body.device_codes);
      return { data: { list: byDevice(readings, [...new Set(body.quantities)]) } };
    },
  };
}

interface WireDevice {
  readonly device_code: string;
  readonly interval_s: number;
  readonly readings: { ts: number; values: Record<string, number> }[];
}

function byDevice(readings: readonly WallReading[], quantities: readonly WireName[]) {
  const devices = new Map<string, WireDevice>();
  for (const { deviceCode, intervalS, ts, measurement } of readings) {
    const values: Record<string, number> = {};
    for (const wire of quantities) {
      const value = measurement[FIELD_OF.get(wire)!];
      if (value !== undefined) values[wire] = value;
    }
    const device = devices.get(deviceCode) ?? {
      device_code: deviceCode,
      interval_s: intervalS,
      readings: [],
    };
    device.readings.push({ ts, values });
    devices.set(deviceCode, device);
  }
  return [...devices.values()];
}
