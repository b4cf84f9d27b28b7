/**
 * Effect of a frame on its receiver. Only functions that are known to read are treated as reads: a
 * function that is not in the list may write, so it is treated as a write.
 */
import type { FrameEffect } from '@busbar/domain/switch/frame-interlock';
import { DLT645, FUNCTION_MASK, REPLY_BIT } from '../dlt645/dlt645-control.ts';
import { cutDlt645 } from '../dlt645/dlt645-frame.ts';
import { type ExplainedFrame, explainBytes } from '../explain.ts';
import { EXCEPTION_BIT, MODBUS } from '../modbus/modbus-frame.ts';
import type { Protocol } from './frame-reading.ts';

const STRENGTH: readonly FrameEffect[] = ['read', 'open', 'close', 'write'];

const DLT645_READS: readonly number[] = [DLT645.read, DLT645.readFollowing, DLT645.readAddress];

const MODBUS_READS: readonly number[] = [
  MODBUS.readCoils,
  MODBUS.readDiscreteInputs,
  MODBUS.readHoldingRegisters,
  MODBUS.readInputRegisters,
];

/** Byte N1: 1A opens, 1B allows closing, 1C closes. Other commands warn, hold or are unknown. */
const N1_AT = 8;
const CONTACT_COMMANDS: Readonly<Record<number, FrameEffect>> = {
  26: 'open',
  27: 'close',
  28: 'close',
};

/** Effect of exactly one complete request; undefined for any other bytes. */
export function commandOfFrame(
  bytes: Uint8Array,
): { readonly protocol: Protocol; readonly effect: FrameEffect } | undefined {
  const { frames } = explainBytes(bytes);
  const frame = frames[0];
  if (frames.length !== 1 || frame?.protocol == null || !frame.whole) return undefined;
  if (!mayBeRequest(frame)) return undefined;
  const readings = frame.other === undefined ? [frame] : [frame, frame.other];
  const effects = readings
    .filter(({ direction }) => direction !== 'reply')
    .map(({ protocol }) => effectOf(bytes, protocol));
  // If there are two interpretations, the stronger effect applies, because the receiver decides
  // which one it is.
  const effect = effects.reduce((a, b) => (STRENGTH.indexOf(b) > STRENGTH.indexOf(a) ? b : a));
  return { protocol: frame.protocol, effect };
}

const mayBeRequest = (frame: ExplainedFrame): boolean =>
  frame.direction !== 'reply' || (frame.other !== undefined && frame.other.direction !== 'reply');

function effectOf(bytes: Uint8Array, protocol: Protocol | null): FrameEffect {
  if (protocol === 'modbus') {
    const fn = bytes[1]!;
    return MODBUS_READS.includes(fn & ~EXCEPTION_BIT) ? 'read' : 'write';
  }
  const frame = cutDlt645(bytes, 0);
  if (frame === undefined || (frame.control & REPLY_BIT) !== 0) return 'write';
  const fn = frame.control & FUNCTION_MASK;
  if (frame.control === fn && DLT645_READS.includes(fn)) return 'read';
  if (fn === DLT645.tripClose) return CONTACT_COMMANDS[frame.data[N1_AT] ?? 0] ?? 'write';
  return 'write';
}
