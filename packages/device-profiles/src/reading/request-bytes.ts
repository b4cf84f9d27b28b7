/**
 * The function and data of a request, and the data of a reply, between this package and the frames
 * of packages/device-protocol.
 */
import { DLT645, ERROR_BIT, REPLY_BIT } from '@busbar/device-protocol/frame/dlt645/dlt645-control';
import { type Dlt645Frame, isWhole } from '@busbar/device-protocol/frame/dlt645/dlt645-frame';
import { EXCEPTION_BIT, word16 } from '@busbar/device-protocol/frame/modbus/modbus-frame';
import type { ProbeAnswer } from './identify.ts';
import type { ReadRequest } from './read-plan.ts';

const IDENTIFIER_BYTES = 4;

/** Returns function and data of a Modbus request, or control code and data of DL/T 645. */
export function requestBytes({ read, from, count }: ReadRequest): {
  readonly code: number;
  readonly data: Uint8Array;
} {
  return 'identifier' in read
    ? { code: DLT645.read, data: identifierBytes(read.identifier) }
    : {
        code: read.functionCode,
        data: Uint8Array.of(from >> 8, from & 0xff, count >> 8, count & 0xff),
      };
}

/**
 * Returns the registers of a Modbus reply (`pdu`: function and data, without address and checksum)
 * or its exception; undefined if it is not a reply to this request.
 */
export function modbusAnswer(
  { read, count }: ReadRequest,
  pdu: Uint8Array,
): ProbeAnswer | undefined {
  if (!('functionCode' in read)) return undefined;
  const { functionCode } = read;
  if (pdu.length === 2 && pdu[0] === (functionCode | EXCEPTION_BIT)) return { exception: pdu[1]! };
  if (pdu[0] !== functionCode || pdu[1] !== 2 * count || pdu.length !== 2 + 2 * count) {
    return undefined;
  }
  return { words: Array.from({ length: count }, (_, index) => word16(pdu, 2 + 2 * index)) };
}

/**
 * Returns the data bytes of a DL/T 645 reply after its identifier, or its error byte; undefined if
 * the frame is damaged or not a reply to this request. The data may have another length than the
 * request expects, which decodeBlock refuses.
 */
export function dlt645Answer({ read }: ReadRequest, frame: Dlt645Frame): ProbeAnswer | undefined {
  if (!('identifier' in read) || !isWhole(frame)) return undefined;
  const { control, data } = frame;
  const reply = DLT645.read | REPLY_BIT;
  if (control === (reply | ERROR_BIT) && data.length === 1) return { exception: data[0]! };
  const wanted = identifierBytes(read.identifier);
  if (control !== reply || wanted.some((byte, index) => data[index] !== byte)) return undefined;
  return { words: data.slice(IDENTIFIER_BYTES) };
}

/** Low byte first, as on the wire. */
function identifierBytes(identifier: string): Uint8Array {
  return Uint8Array.from({ length: IDENTIFIER_BYTES }, (_, at) =>
    Number.parseInt(identifier.slice(6 - 2 * at, 8 - 2 * at), 16),
  );
}
