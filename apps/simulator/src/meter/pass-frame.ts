/** Forwards a frame to the line behind the device (device protocol, `frame`). */
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import type { Carried, CommandedDevice } from '../device/carried.ts';
import type { Unit } from '../device/unit.ts';
import { answerOnLine } from './line.ts';
import { lineClock } from './line-clock.ts';
import type { LineMeter } from './line-meter.ts';

const NO_ANSWER = 'no answer on the line';

/** Sends the frame to the meter on the line; if unanswered, the device replies with a failure. */
export function passFrame(
  device: CommandedDevice,
  hex: string,
  commandId: string,
  now: number,
): Carried {
  const [unit] = device.units;
  if (unit === undefined || unit.mute) return { name: 'failed', message: NO_ANSWER };
  const before = unit.contact.action;
  const move = (command: SwitchCommand) => unit.obey(command, 'command', now) === 'done';
  const reply = answerOnLine(hex, device.spec.code, lineMeterOf(device, unit, now), move);
  if (reply === undefined) return { name: 'failed', message: NO_ANSWER };
  const moved = unit.contact.action !== before;
  const afterwards = moved ? device.stateOf([unit], commandId, now, device.spec.moveMs) : [];
  return { name: 'done', data: { hex: reply }, afterwards, moved };
}

function lineMeterOf(device: CommandedDevice, unit: Unit, now: number): LineMeter {
  const { measurement = {}, registers = {} } = unit.reading(now, now);
  const clock = lineClock(now, device.spec.zone);
  return { measurement, registers, closed: unit.contact.closed, clock, held: device.line };
}
