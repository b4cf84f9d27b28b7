/**
 * The serial line behind a device: one meter on it, which measures the same values as the device.
 * The meter responds to DL/T 645-2007 under the digits of the device's code and to Modbus RTU under
 * the last three of these digits. A frame for another address, or an invalid frame, gets no reply.
 */
import { cutDlt645, isWhole } from '@busbar/device-protocol/frame/dlt645/dlt645-frame';
import { hexOf, readHex } from '@busbar/device-protocol/frame/hex';
import { crcRight } from '@busbar/device-protocol/frame/modbus/modbus-frame';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import { answerDlt645 } from './line-dlt645.ts';
import type { LineMeter } from './line-meter.ts';
import { slaveOf } from './line-modbus.ts';
import { answerModbus } from './modbus-slave.ts';

/** Returns twelve digits: the last digits of the code. */
export function meterAddress(deviceCode: string): string {
  return deviceCode.replace(/\D/g, '').slice(-12).padStart(12, '0');
}

/** Returns an address from 1 to 247. */
export function busAddress(deviceCode: string): number {
  return ((Number(meterAddress(deviceCode).slice(-3)) + 246) % 247) + 1;
}

/** Returns the reply in hexadecimal; undefined if no device on the line answers. */
export function answerOnLine(
  hex: string,
  deviceCode: string,
  meter: LineMeter,
  move: (command: SwitchCommand) => boolean,
): string | undefined {
  const read = readHex(hex);
  if (!read.ok) return undefined;
  const { bytes } = read;
  const frame = cutDlt645(bytes, 0);
  if (frame !== undefined && isWhole(frame)) {
    // A breaker has no button that closes it: it closes when that is allowed.
    const reply = answerDlt645(frame, meterAddress(deviceCode), meter, (command) =>
      move(command === 'open' ? 'open' : 'close'),
    );
    return reply === undefined ? undefined : hexOf(reply);
  }
  const isForMe = bytes[0] === busAddress(deviceCode) && bytes.length >= 4;
  if (!isForMe || !crcRight(bytes, 0, bytes.length)) return undefined;
  return hexOf(answerModbus(bytes, slaveOf(meter, move)));
}
