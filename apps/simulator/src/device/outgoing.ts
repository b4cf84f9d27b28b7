/** A message to publish, and the ledger entries to write once it is acknowledged. */

import { MAX_DATA_BYTES } from '@busbar/device-protocol/payload';
import type { UpKind } from '@busbar/device-protocol/topics';
import type { Reading } from '@busbar/device-protocol/up/decode-data';
import { encodeData } from '@busbar/device-protocol/up/encode-up';
import { slaveCode } from '@busbar/domain/device/device-code';

export interface NotedReading {
  /** Code of the slave, if a gateway reported it. */
  readonly code: string;
  readonly ts: number;
  /** Active total register in kWh, and active power in kW, if reported. */
  readonly activeTotal: number | undefined;
  readonly activePower: number | undefined;
}

export interface Outgoing {
  readonly kind: UpKind;
  readonly payload: string;
  /** Delay before the device sends the message. */
  readonly afterMs: number;
  readonly readings: readonly NotedReading[];
}

export function outgoing(kind: UpKind, payload: string, afterMs = 0): Outgoing {
  return { kind, payload, afterMs, readings: [] };
}

/** Packs timestamped readings into messages of at most `most` readings and the protocol limit. */
export function dataMessages(code: string, readings: readonly Reading[], most: number): Outgoing[] {
  const messages: Outgoing[] = [];
  for (let from = 0; from < readings.length; from += most) {
    messages.push(...dataMessage(code, readings.slice(from, from + most)));
  }
  return messages;
}

/** The readings are split in halves if the message would be too large. */
function dataMessage(code: string, part: readonly Reading[]): Outgoing[] {
  const payload = encodeData(part);
  if (Buffer.byteLength(payload) > MAX_DATA_BYTES && part.length > 1) {
    const half = Math.ceil(part.length / 2);
    return [...dataMessage(code, part.slice(0, half)), ...dataMessage(code, part.slice(half))];
  }
  const readings = part.map((reading) => noted(code, reading));
  return [{ kind: 'data', payload, afterMs: 0, readings }];
}

function noted(code: string, reading: Reading): NotedReading {
  return {
    code: reading.address === undefined ? code : slaveCode(code, reading.address),
    ts: reading.deviceTime ?? 0,
    activeTotal: reading.registers?.activeTotal,
    activePower: reading.measurement?.activePower,
  };
}
