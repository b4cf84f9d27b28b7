/** What a device wants published, and what the ledger notes once that is acknowledged. */
import type { Reading } from '@busbar/device-protocol/decode-data';
import { encodeData } from '@busbar/device-protocol/encode-up';
import type { UpKind } from '@busbar/device-protocol/topics';
import { slaveCode } from '@busbar/domain/device/device-code';

export interface NotedReading {
  /** Of the slave, where a gateway spoke for one. */
  readonly code: string;
  readonly ts: number;
  /** Active total register in kWh, and active power in kW, where reported. */
  readonly activeTotal: number | undefined;
  readonly activePower: number | undefined;
}

export interface Outgoing {
  readonly kind: UpKind;
  readonly payload: string;
  /** How long the device takes before it speaks. */
  readonly afterMs: number;
  readonly readings: readonly NotedReading[];
}

export function outgoing(kind: UpKind, payload: string, afterMs = 0): Outgoing {
  return { kind, payload, afterMs, readings: [] };
}

/** Readings with a time, in messages of at most `most`. */
export function dataMessages(code: string, readings: readonly Reading[], most: number): Outgoing[] {
  const messages: Outgoing[] = [];
  for (let from = 0; from < readings.length; from += most) {
    const part = readings.slice(from, from + most);
    messages.push({
      kind: 'data',
      payload: encodeData(part),
      afterMs: 0,
      readings: part.map((reading) => noted(code, reading)),
    });
  }
  return messages;
}

function noted(code: string, reading: Reading): NotedReading {
  return {
    code: reading.address === undefined ? code : slaveCode(code, reading.address),
    ts: reading.deviceTime ?? 0,
    activeTotal: reading.registers?.activeTotal,
    activePower: reading.measurement?.activePower,
  };
}
