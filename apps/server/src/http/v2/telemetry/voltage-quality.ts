/** Voltage against EN 50160 on v2. */
import type { voltageQualityCalls } from '@busbar/contract/v2/telemetry/voltage-quality';
import { pickSnakeCase } from '@busbar/domain/key-case';
import { INTERVAL_MS } from '@busbar/domain/power-quality/voltage-quality';
import { findVoltageQuality } from '../../../areas/telemetry/readings/voltage-quality-service.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';

const WIRE_NAMES = ['volPa', 'volPb', 'volPc'] as const;

export function voltageQualityHandlers(ctx: Context): HandlersOf<typeof voltageQualityCalls> {
  return {
    'v2.voltage-quality': async ({ query, caller }) => {
      const found = await findVoltageQuality(ctx, caller, {
        device: query.device_code,
        start: query.start,
        nominal: query.nominal,
      });
      if (!found.ok) return found;
      const { from, to, phases, means } = found.value;
      return {
        data: {
          start: from,
          end: to,
          interval_s: INTERVAL_MS / 1000,
          phases: phases.map(({ farBelow, share, lowest, highest, ...counts }) => ({
            ...counts,
            far_below: farBelow,
            share: share ?? null,
            lowest: lowest ?? null,
            highest: highest ?? null,
          })),
          means: means.map(({ ts, readings: count, volts }) => ({
            ts,
            readings: count,
            ...Object.fromEntries(
              WIRE_NAMES.flatMap((name, at) => {
                const value = volts[at];
                return value === undefined ? [] : [[name, value]];
              }),
            ),
          })),
          ...pickSnakeCase(found.value, 'deviceCode', 'firstDay', 'nominal', 'readings'),
        },
      };
    },
  };
}
