/**
 * Energy corrections for devices whose registers begin to count each channel, or the whole device
 * again (Tasmota, `SetOption129`): the step between the two must not be billed. A register that falls
 * looks like one that was set to zero, whose new value is billed (docs/adr/0083).
 */
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { customersOf, overCustomers } from '../../../storage/distributed/over-customers.ts';
import { ignoreStep } from './ignore-step-queries.ts';

/** Shown with the correction, which an administrator can withdraw. */
const REASON = 'Registers of relays: counted in another way';
/** No user has decided it. */
const PLATFORM = 0;

export interface ChannelRegisters {
  readonly customerId: number;
  readonly deviceId: number;
  readonly countsChannel: boolean;
  /** Epoch ms. */
  readonly at: number;
}

interface Change extends Pick<ChannelRegisters, 'customerId' | 'deviceId' | 'countsChannel'> {
  readonly former: boolean | null;
  readonly isSlave: boolean;
}

/** Must be called in the transaction that stores the registers. */
export async function applyChannelRegisters(
  trx: Executor,
  registers: readonly ChannelRegisters[],
  now: number,
): Promise<void> {
  const waiting = firstOfEachKind(registers);
  while (waiting.size > 0) {
    const next = new Map<number, ChannelRegisters>();
    for (const [deviceId, list] of waiting) {
      next.set(deviceId, list.shift()!);
      if (list.length === 0) waiting.delete(deviceId);
    }
    const changes = await storeKinds(trx, [...next.values()]);
    for (const change of changes) {
      if (!isComparable(change)) await ignoreStep(trx, next.get(change.deviceId)!, DECISION, now);
    }
    await endChannelRegisters(trx, changes.filter(isWholeDevice));
  }
}

const DECISION = { reason: sql`${REASON}::text`, decidedBy: sql`${PLATFORM}::int4` };

const isWholeDevice = ({ countsChannel, isSlave }: Change): boolean => !countsChannel && !isSlave;

/** Before the kind was stored, the registers of all relays were added up for the first one. */
const isComparable = ({ former, countsChannel, isSlave }: Change): boolean =>
  former === null && (isSlave || !countsChannel);

/** Returns the registers of each device where their kind changes, in the order of their times. */
function firstOfEachKind(registers: readonly ChannelRegisters[]): Map<number, ChannelRegisters[]> {
  const byDevice = new Map<number, ChannelRegisters[]>();
  for (const one of registers.toSorted((a, b) => a.at - b.at)) {
    const list = byDevice.get(one.deviceId) ?? [];
    byDevice.set(one.deviceId, list);
    if (list.at(-1)?.countsChannel !== one.countsChannel) list.push(one);
  }
  return byDevice;
}

/** Returns the devices whose last registers were of the other kind, or unknown. */
async function storeKinds(trx: Executor, next: readonly ChannelRegisters[]): Promise<Change[]> {
  return overCustomers(
    trx,
    customersOf(next),
    (within) => sql<Change>`
    update device_state s set counts_channel = w.counts_channel
    from unnest(${next.map(({ customerId }) => customerId)}::int4[],
      ${next.map(({ deviceId }) => deviceId)}::int4[],
      ${next.map(({ countsChannel }) => countsChannel)}::bool[])
      as w (customer_id, device_id, counts_channel), device d, device_state former
    where s.customer_id = w.customer_id and s.device_id = w.device_id
      and d.customer_id = w.customer_id and d.device_id = w.device_id
      and former.customer_id = w.customer_id and former.device_id = w.device_id
      and s.counts_channel is distinct from w.counts_channel
      and ${within('s')} and ${within('w')} and ${within('d')} and ${within('former')}
    returning s.customer_id as "customerId", s.device_id as "deviceId",
      w.counts_channel as "countsChannel", former.counts_channel as former,
      d.kind = 'slave' as "isSlave"`,
  );
}

/**
 * While a register counts the whole device, its further channels have none: what they count when
 * theirs return was billed to the first channel.
 */
async function endChannelRegisters(trx: Executor, devices: readonly Change[]): Promise<void> {
  if (devices.length === 0) return;
  await overCustomers(
    trx,
    customersOf(devices),
    (within) => sql`
    update device_state s set counts_channel = false
    from unnest(${devices.map(({ customerId }) => customerId)}::int4[],
      ${devices.map(({ deviceId }) => deviceId)}::int4[]) as w (customer_id, device_id), device d
    where d.customer_id = w.customer_id and d.gateway_id = w.device_id
      and s.customer_id = d.customer_id and s.device_id = d.device_id and s.counts_channel
      and ${within('s')} and ${within('w')} and ${within('d')}`,
  );
}
