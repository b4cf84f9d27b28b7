/**
 * Reports why breakers have tripped, as alarms: the first reading on a connection, and each change.
 * A reason counts only while the contact has tripped, because a register often keeps the last one.
 */
import type { AlarmType } from '@busbar/domain/alarm/alarm-type';
import type { DeviceMessage } from '../../../areas/telemetry/ingest/device-message.ts';
import type { Relay } from './relay-reports.ts';

interface Known {
  /** Undefined until the position was read. */
  readonly isTripped: boolean | undefined;
  /** Undefined until they were read in this position. */
  readonly reasons: readonly AlarmType[] | undefined;
  /** Undefined until they were reported. */
  readonly reported: readonly AlarmType[] | undefined;
}

const NOTHING: Known = { isTripped: undefined, reasons: undefined, reported: undefined };

export class TripReports {
  readonly #submit: (content: DeviceMessage, bytes: Uint8Array) => void;
  /** By device id. */
  readonly #known = new Map<number, Known>();

  constructor(submit: (content: DeviceMessage, bytes: Uint8Array) => void) {
    this.#submit = submit;
  }

  /** The position was read; `types` are all reasons that the breaker can have. */
  position(relay: Relay, isTripped: boolean, types: readonly AlarmType[], bytes: Uint8Array): void {
    const known = this.#known.get(relay.deviceId) ?? NOTHING;
    const isSame = known.isTripped === undefined || known.isTripped === isTripped;
    const reasons = isSame ? known.reasons : undefined;
    this.#report(relay, { ...known, isTripped, reasons }, types, bytes);
  }

  /** The reasons were read. */
  reasons(
    relay: Relay,
    reasons: readonly AlarmType[],
    types: readonly AlarmType[],
    bytes: Uint8Array,
  ): void {
    const known = this.#known.get(relay.deviceId) ?? NOTHING;
    this.#report(relay, { ...known, reasons }, types, bytes);
  }

  #report(
    { deviceId, slot }: Relay,
    known: Known,
    types: readonly AlarmType[],
    bytes: Uint8Array,
  ): void {
    const { isTripped, reported } = known;
    const active = isTripped === true ? known.reasons : isTripped === false ? [] : undefined;
    this.#known.set(deviceId, { ...known, reported: active ?? reported });
    if (active === undefined) return;
    const changed = types.filter(
      (type) => reported === undefined || reported.includes(type) !== active.includes(type),
    );
    if (changed.length === 0) return;
    const alarms = changed.map((type) => ({
      ...{ address: slot, deviceTime: undefined, type, kind: 'alarm' as const },
      ...{ active: active.includes(type), value: undefined, limit: undefined, phase: undefined },
    }));
    this.#submit({ alarms, rejected: [], unknownFields: 0 }, bytes);
  }
}
