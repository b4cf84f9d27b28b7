/**
 * Explains the reply to a frame that was sent: its direction is known, its registers have the
 * requested addresses, and a reply to another request is reported as a problem.
 */

import { FUNCTION_MASK } from './dlt645/dlt645-control.ts';
import { cutDlt645 } from './dlt645/dlt645-frame.ts';
import { type ExplainedFrame, type Explanation, explainBytes } from './explain.ts';
import { certainModbus } from './modbus/modbus-explain.ts';
import { EXCEPTION_BIT, word16 } from './modbus/modbus-frame.ts';
import { type FrameProblem, problem } from './names/frame-problem.ts';

export function explainReply(request: Uint8Array, reply: Uint8Array): Explanation {
  const requested = explainBytes(request).frames[0];
  const { frames, problems } = explainBytes(reply);
  return { frames: frames.map((frame) => asReply(frame, request, reply, requested)), problems };
}

function asReply(
  frame: ExplainedFrame,
  request: Uint8Array,
  reply: Uint8Array,
  requested: ExplainedFrame | undefined,
): ExplainedFrame {
  if (frame.protocol === null || !frame.whole || requested?.protocol == null) return frame;
  if (frame.protocol !== requested.protocol) {
    return { ...frame, problems: [...frame.problems, problem('other-protocol', frame.from)] };
  }
  return frame.protocol === 'modbus'
    ? modbusReply(frame, request, reply)
    : { ...frame, problems: [...frame.problems, ...dlt645Strangers(frame, request, reply)] };
}

function modbusReply(
  frame: ExplainedFrame,
  request: Uint8Array,
  reply: Uint8Array,
): ExplainedFrame {
  const readings = certainModbus(reply, frame.from, firstAddressOf(request));
  const reading =
    readings.find(({ direction, end }) => direction !== 'request' && end === frame.end) ??
    readings[0] ??
    frame;
  const strangers: FrameProblem[] = [];
  const { from } = frame;
  if (reply[from] !== request[0]) {
    const numbers = { expected: String(request[0]), found: String(reply[from]) };
    strangers.push(problem('other-address', from, numbers));
  }
  if ((reply[from + 1]! & ~EXCEPTION_BIT) !== request[1]) {
    strangers.push(problem('other-function', from + 1));
  }
  const own = reading.problems.filter(({ key }) => key !== 'both-directions');
  return { ...reading, direction: 'reply', problems: [...own, ...strangers] };
}

/** First address of the requested registers or coils. */
const firstAddressOf = (request: Uint8Array): number | undefined =>
  request.length >= 4 ? word16(request, 2) : undefined;

const ANY = /^(?:AA)+/;

function dlt645Strangers(
  { from }: ExplainedFrame,
  request: Uint8Array,
  reply: Uint8Array,
): FrameProblem[] {
  const requested = cutDlt645(request, 0);
  const replied = cutDlt645(reply, from);
  if (requested === undefined || replied === undefined) return [];
  const strangers: FrameProblem[] = [];
  const wanted = requested.address.replace(ANY, '');
  if (!replied.address.endsWith(wanted)) {
    const numbers = { expected: requested.address, found: replied.address };
    strangers.push(problem('other-address', replied.start + 1, numbers));
  }
  if ((replied.control & FUNCTION_MASK) !== (requested.control & FUNCTION_MASK)) {
    strangers.push(problem('other-function', replied.start + 8));
  } else if (isOtherIdentifier(requested.data, replied.data, replied.control)) {
    strangers.push(problem('other-identifier', replied.start + 10));
  }
  return strangers;
}

/** A read frame includes the identifier in both directions; an error reply includes none. */
function isOtherIdentifier(requested: Uint8Array, replied: Uint8Array, control: number): boolean {
  if ((control & 0x40) !== 0 || requested.length < 4 || replied.length < 4) return false;
  if (![0x11, 0x12].includes(control & FUNCTION_MASK)) return false;
  return [0, 1, 2, 3].some((at) => requested[at] !== replied[at]);
}
