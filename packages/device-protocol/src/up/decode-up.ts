/** All messages that a device may send, by the last level of their topic. */

import type {
  AlarmReport,
  DeviceInfo,
  DryContactReport,
  StateReport,
} from '@busbar/domain/device/device-report';
import type { Payload } from '../payload.ts';
import type { Decoded } from '../rejection.ts';
import type { UpKind } from '../topics.ts';
import { decodeAlarm } from './decode-alarm.ts';
import { decodeData, type Reading } from './decode-data.ts';
import { decodeInfo } from './decode-info.ts';
import { decodeReply, type Reply } from './decode-reply.ts';
import { decodeState } from './decode-state.ts';

export type UpMessage =
  | { readonly kind: 'info'; readonly decoded: Decoded<DeviceInfo> }
  | { readonly kind: 'data'; readonly decoded: Decoded<Reading> }
  | { readonly kind: 'state'; readonly decoded: Decoded<StateReport | DryContactReport> }
  | { readonly kind: 'alarm'; readonly decoded: Decoded<AlarmReport> }
  | { readonly kind: 'reply'; readonly decoded: Decoded<Reply> }
  /** The MQTT last will: the topic contains all information, and the payload is not read. */
  | { readonly kind: 'offline' };

export function decodeUp(kind: UpKind, payload: Payload): UpMessage {
  switch (kind) {
    case 'info':
      return { kind, decoded: decodeInfo(payload) };
    case 'data':
      return { kind, decoded: decodeData(payload) };
    case 'state':
      return { kind, decoded: decodeState(payload) };
    case 'alarm':
      return { kind, decoded: decodeAlarm(payload) };
    case 'reply':
      return { kind, decoded: decodeReply(payload) };
    case 'offline':
      return { kind };
  }
}
