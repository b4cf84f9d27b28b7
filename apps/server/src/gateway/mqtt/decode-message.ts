/** Decodes messages of the device protocol (docs/protocol/device.md) for the ingest. */

import type { UpKind } from '@busbar/device-protocol/topics';
import { decodeReadings } from '@busbar/device-protocol/up/decode-readings';
import { decodeUp } from '@busbar/device-protocol/up/decode-up';
import type { DryContactReport, StateReport } from '@busbar/domain/device/device-report';
import type { DeviceMessage } from '../../areas/telemetry/ingest/device-message.ts';
import { deviceReply } from './decode-reply.ts';

const EMPTY: DeviceMessage = { rejected: [], unknownFields: 0 };

/** Never throws: an error of the decoder is part of the result. */
export function decodeMessage(kind: UpKind, payload: Uint8Array): DeviceMessage {
  try {
    return kind === 'data' ? decodeData(payload) : decodeOther(kind, payload);
  } catch (failure) {
    return { ...EMPTY, failure };
  }
}

function decodeData(payload: Uint8Array): DeviceMessage {
  const { accepted, rejected, unknownFields } = decodeReadings(payload);
  return { readings: accepted, rejected, unknownFields };
}

function decodeOther(kind: Exclude<UpKind, 'data'>, payload: Uint8Array): DeviceMessage {
  const up = decodeUp(kind, payload);
  if (up.kind === 'offline' || up.kind === 'data') return EMPTY;
  const { rejected, unknownFields } = up.decoded;
  switch (up.kind) {
    case 'state':
      return { ...partsOfState(up.decoded.accepted), rejected, unknownFields };
    case 'alarm':
      return { alarms: up.decoded.accepted, rejected, unknownFields };
    case 'reply':
      return { reply: up.decoded.accepted.map(deviceReply)[0], rejected, unknownFields };
    case 'info':
      return { info: up.decoded.accepted[0], rejected, unknownFields };
  }
}

function partsOfState(reports: readonly (StateReport | DryContactReport)[]) {
  const states: StateReport[] = [];
  const contacts: DryContactReport[] = [];
  for (const report of reports) {
    if ('contact' in report) contacts.push(report);
    else states.push(report);
  }
  return { states, contacts };
}
