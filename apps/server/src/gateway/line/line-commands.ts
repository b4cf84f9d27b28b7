/** Commands on a line: how they become requests, and how their answers become replies. */

import { readHex } from '@busbar/device-protocol/frame/hex';
import { rawExchange } from '@busbar/device-protocol/line/raw-exchange';
import { rejection } from '@busbar/domain/device/rejection';
import type { Exchange } from '@busbar/domain/line/expectation';
import type { LineFrame } from '@busbar/domain/line/line-frame';
import type { SendResult } from '../../areas/control/commands/device-link.ts';
import type { DeviceReply, ReplyResult } from '../../areas/control/commands/device-reply.ts';
import type { CommandKind } from '../../storage/schema/schema.ts';
import { MeterReading } from './meter-reading.ts';
import type { LineKind, PolledBlock, PolledMeter } from './poll-blocks.ts';

export const LINE_CARRIES: ReadonlySet<CommandKind> = new Set([
  'summon',
  'frame',
  'switch',
  'slaves',
]);

/** A request that belongs to a command. */
export interface CommandPart {
  readonly command: LineCommand;
  readonly exchange: Exchange;
  /** The block of a meter that is read; undefined for a raw frame. */
  readonly block: { readonly meter: PolledMeter; readonly block: PolledBlock } | undefined;
}

/** A command in progress. */
export interface LineCommand {
  readonly id: string;
  readonly mayWrite: boolean;
  readonly remainingMs: () => number;
  readonly readings: Map<PolledMeter, MeterReading>;
  /** Number of requests that have not ended. */
  open: number;
  answered: number;
  isSent: boolean;
  /** Called once: when the first byte is written, or when it is certain that none will be. */
  report: (result: SendResult) => void;
}

export function newCommand(
  id: string,
  mayWrite: boolean,
  remainingMs: () => number,
): { readonly command: LineCommand; readonly sent: Promise<SendResult> } {
  let report: LineCommand['report'] = () => {};
  const sent = new Promise<SendResult>((resolve) => {
    report = resolve;
  });
  const none = { readings: new Map(), open: 0, answered: 0, isSent: false };
  return { command: { id, mayWrite, remainingMs, report, ...none }, sent };
}

/** Every block of every meter, once. */
export function summonParts(
  command: LineCommand,
  meters: Iterable<PolledMeter>,
): readonly CommandPart[] {
  return [...meters].flatMap((meter) => {
    command.readings.set(meter, new MeterReading(meter.meter));
    return [...meter.blocks.values()].map((block) => ({
      command,
      exchange: block.exchange,
      block: { meter, block },
    }));
  });
}

/** Returns undefined if the text is no request that the line can carry. */
export function readFrame({ protocol, transport }: LineKind, hex: string) {
  const read = readHex(hex);
  return read.ok ? rawExchange(protocol, read.bytes, transport === 'modbus-tcp') : undefined;
}

export function replyTo(
  commandId: string,
  result: ReplyResult,
  message: string | undefined,
  frame?: LineFrame,
): DeviceReply {
  const hex = frame && Buffer.from(frame.bytes).toString('hex');
  const nothing = rejection('missing-field', 'a serial line reports no slaves');
  return {
    commandId,
    result,
    message,
    content: {
      parameters: undefined,
      slaveTable: () => nothing,
      timers: () => undefined,
      frame: () => hex,
    },
  };
}
