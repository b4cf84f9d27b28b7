/** Frames of public sources as hexadecimal text, and their data by the codecs of the console. */
import { buildDlt645, cutDlt645 } from '@busbar/device-protocol/frame/dlt645/dlt645-frame';
import { hexOf, readHex } from '@busbar/device-protocol/frame/hex';
import { buildModbus, crcRight } from '@busbar/device-protocol/frame/modbus/modbus-frame';
import { builtinProfile } from '../src/builtin-profiles.ts';
import type { Profile } from '../src/profile.ts';
import type { ProbeAnswer } from '../src/reading/identify.ts';
import type { ReadRequest } from '../src/reading/read-plan.ts';
import { dlt645Answer, modbusAnswer, requestBytes } from '../src/reading/request-bytes.ts';

export function bytesOf(text: string): Uint8Array {
  const hex = readHex(text);
  if (!hex.ok) throw new Error(`${hex.problem.key}: ${text}`);
  return hex.bytes;
}

export function profileNamed(id: string): Profile {
  const profile = builtinProfile(id);
  if (profile === undefined) throw new Error(`no profile ${id}`);
  return profile;
}

/** The frame of a request, in hexadecimal digits without spaces. */
export function frameOf(request: ReadRequest, address: string): string {
  const { code, data } = requestBytes(request);
  return hexOf(
    'identifier' in request.read
      ? buildDlt645(address, code, data)
      : buildModbus(Number(address), code, data),
  );
}

/** The answer in a Modbus RTU frame; undefined if its checksum is wrong or it is another's. */
export function modbusReply(request: ReadRequest, text: string): ProbeAnswer | undefined {
  const frame = bytesOf(text);
  if (!crcRight(frame, 0, frame.length)) return undefined;
  return modbusAnswer(request, frame.subarray(1, -2));
}

/** The answer in a DL/T 645 frame; undefined if it is damaged or another's. */
export function dlt645Reply(request: ReadRequest, text: string): ProbeAnswer | undefined {
  const frame = cutDlt645(bytesOf(text), 0);
  return frame === undefined ? undefined : dlt645Answer(request, frame);
}

/** Registers or bytes of an answer. */
export function wordsOf(answer: ProbeAnswer | undefined): ArrayLike<number> {
  if (answer === undefined || 'exception' in answer) throw new Error('the reply has no data');
  return answer.words;
}
