/** Builds the frame that switches a meter or breaker; that of a DL/T 645 meter after its clock was read. */
import { type MeterCommand, switchRelay } from '@busbar/device-protocol/line/dlt645-switch';
import type { Exchange } from '@busbar/domain/line/expectation';
import { validUntil } from '@busbar/domain/line/meter-clock';
import type { DeviceCommand } from '../../../areas/control/commands/device-command.ts';
import type { SendResult } from '../../../areas/control/commands/device-link.ts';
import type { StoredMeter } from '../../../areas/fleet/serial-lines/serial-line-queries.ts';
import type { LineRequests } from '../line-requests.ts';
import { modbusSlave, type PolledMeter } from '../poll-blocks.ts';
import { readMeterClock } from './meter-clock.ts';
import { modbusWrite } from './meter-contact.ts';

export interface PrepareParts {
  readonly requests: LineRequests;
  /** Returns the meter in a slot, or the DTU itself, if it can be switched now. */
  readonly switched: (slot: number | undefined) => PolledMeter | undefined;
  /** Returns undefined if the stored password cannot be decrypted. */
  readonly passwordOf: (meter: StoredMeter) => string | undefined;
  readonly monotonic: () => number;
}

export interface SwitchTask {
  /** Undefined for the DTU itself. */
  readonly slot: number | undefined;
  readonly to: 'open' | 'close';
  readonly remainingMs: () => number;
  readonly isStillWanted: () => Promise<boolean>;
}

export interface PreparedSwitch {
  readonly exchange: Exchange;
  readonly meter: PolledMeter;
}

/** Returns undefined if the command cannot be carried out by one meter. */
export function placeOf(command: DeviceCommand): Pick<SwitchTask, 'slot' | 'to'> | undefined {
  if (command.op === 'switch') {
    const { to } = command;
    return to === 'open' || to === 'close' ? { slot: undefined, to } : undefined;
  }
  if (command.op !== 'slaves' || command.slots.length !== 1) return undefined;
  const { address: slot, order } = command.slots[0]!;
  return order === 'none' ? undefined : { slot, to: order };
}

/**
 * Returns the reason if nothing may be written. A frame of DL/T 645 is valid no longer than the
 * command, by the clock of the meter, so that the meter refuses a frame that was delayed on its way.
 */
export async function prepareSwitch(
  { requests, switched, passwordOf, monotonic }: PrepareParts,
  { slot, to, remainingMs, isStillWanted }: SwitchTask,
): Promise<PreparedSwitch | SendResult> {
  const first = switched(slot);
  if (first === undefined) return 'not-supported';
  if (remainingMs() <= 0) return 'too-late';
  const { station, profileId } = first.meter;
  const clock = first.contact?.expires
    ? await readMeterClock(requests, station, remainingMs)
    : undefined;
  if (typeof clock === 'string') return clock;
  if (!(await isStillWanted())) return 'withdrawn';
  // The settings may have changed in the meantime.
  const meter = switched(slot);
  const isSame = meter?.meter.station === station && meter.meter.profileId === profileId;
  if (meter === undefined || !isSame) return 'not-supported';
  const { switching } = meter.profile;
  if (switching !== undefined) {
    return { exchange: modbusWrite(modbusSlave(meter.line, station), switching[to]), meter };
  }
  const { access } = meter.meter;
  if (access === undefined || clock === undefined) return 'not-supported';
  const password = passwordOf(meter.meter);
  if (password === undefined) return 'password-unreadable';
  const { level, operatorCode: operator, closeMode } = access;
  const until = validUntil(clock.time, remainingMs() + monotonic() - clock.answeredAt);
  if (until === undefined) return 'too-late';
  const command: MeterCommand = to === 'open' ? 'open' : closeMode;
  return { exchange: switchRelay(station, command, { level, password, operator }, until), meter };
}
