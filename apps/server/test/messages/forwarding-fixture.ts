/**
 * A customer who forwards to a receiver on this machine, and readings written the way the ingest
 * writes them.
 */
import { MEASUREMENT_ORDER } from '@busbar/domain/device/measurement';
import {
  changeForwarding,
  type ForwardingChange,
} from '../../src/areas/messaging/forwarding/forwarding-service.ts';
import type { ReadingRow } from '../../src/areas/telemetry/ingest/work.ts';
import { writeReadings } from '../../src/areas/telemetry/ingest/write-readings.ts';
import type { Caller } from '../../src/caller.ts';
import type { Context } from '../../src/context.ts';
import { publishDueJobs } from '../../src/wake-job.ts';
import { readingRow } from '../support/devices/reading-row.ts';
import { buildCaller, buildCustomer } from '../support/factories/customer.ts';
import { type BuiltDevice, buildDevice } from '../support/factories/device.ts';

/** Allows plain HTTP to loopback addresses, a setting that operators have too. */
export function outboundEnv(...ports: number[]): Record<string, string> {
  return {
    OUTBOUND_HTTP: '1',
    OUTBOUND_PORTS: ports.join(','),
    OUTBOUND_PRIVATE: '127.0.0.0/8',
  };
}

export interface ForwardingCustomer {
  readonly caller: Caller;
  readonly device: BuiltDevice;
  secret: string;
}

export async function forwardingCustomer(
  ctx: Context,
  url: string,
  more: ForwardingChange = {},
): Promise<ForwardingCustomer> {
  const customer = await buildCustomer(ctx);
  const caller = await buildCaller(ctx, customer, { role: 'admin' });
  const device = await buildDevice(ctx, caller);
  const changed = await changeForwarding(ctx, caller, {
    url,
    useHttps: false,
    enabled: true,
    ...more,
  });
  if (!changed.ok) throw new Error(`${changed.refusal} ${changed.field ?? ''}`);
  return { caller, device, secret: changed.value.secret ?? '' };
}

/**
 * Stores one batch as the ingest does: readings of the device at these times, each with a different
 * power.
 */
export async function storeReadings(
  ctx: Context,
  { caller, device }: ForwardingCustomer,
  times: readonly number[],
): Promise<void> {
  const rows = times.map((at) => readingAt(ctx, caller.customerId, device, at));
  const stored = await ctx.database.transaction((trx) => writeReadings(trx, rows, ctx.clock.now()));
  publishDueJobs(ctx, stored.dueJobs);
}

function readingAt(
  ctx: Context,
  customerId: number,
  { deviceId, code }: BuiltDevice,
  at: number,
): ReadingRow {
  const measured = MEASUREMENT_ORDER.map((field) =>
    field === 'activePower' ? (at / 1000) % 50 : Number.NaN,
  );
  const registers = { activeTotal: (at / 1000) % 1000 };
  const heardWrittenAt = ctx.clock.now();
  return readingRow(
    { customerId, deviceId, deviceCode: code },
    { at, measured, registers, heardWrittenAt },
  );
}
