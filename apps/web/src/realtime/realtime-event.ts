/** Parses frames of `/api/websocket/info` into events; unreadable frames are dropped. */
import type {
  AlarmChangeMessage,
  AlarmMessage,
  CommandMessage,
  LampsMessage,
  NotificationMessage,
  ParameterMessage,
  PresenceMessage,
  ReadingMessage,
  RealtimeInfo,
  SlaveStatusMessage,
} from '@busbar/contract/realtime';

interface Of {
  deviceId: number;
  deviceCode: string;
}

export type RealtimeEvent =
  | (Of & { type: 'REMOTE_CONTROL'; status: string; command: CommandMessage })
  | (Of & { type: 'VARIABLE'; reading: ReadingMessage })
  | (Of & { type: 'ENERGY'; reading: ReadingMessage })
  | (Of & { type: 'COMMAND'; command: CommandMessage })
  | (Of & { type: 'PRESENCE'; presence: PresenceMessage })
  | (Of & { type: 'DEVICES' })
  | (Of & { type: 'ALARM'; alarms: AlarmMessage })
  | (Of & { type: 'ALARMS'; alarm: AlarmChangeMessage })
  | (Of & { type: 'LAMPS'; check: LampsMessage })
  /** `notification` is null if the user tests the channel. */
  | (Of & { type: 'NOTIFICATION'; notification: NotificationMessage['notification'] })
  | (Of & { type: 'SLAVESTATUS'; slaves: SlaveStatusMessage })
  /** `messageType` is OVERVOLTAGEFAULT or a similar type. */
  | (Of & { type: 'PARAMETERS'; messageType: string; parameters: ParameterMessage });

interface Frame {
  info: string;
}

/** Returns the events of a message, which is a frame or a batch, without those of unknown types. */
export function realtimeEvents(message: string): RealtimeEvent[] {
  try {
    const parsed = JSON.parse(message) as Frame | { batch: Frame[] };
    const frames = 'batch' in parsed ? parsed.batch : [parsed];
    return frames.map(realtimeEvent).filter((event) => event !== null);
  } catch {
    return [];
  }
}

function realtimeEvent({ info }: Frame): RealtimeEvent | null {
  try {
    const parsed = JSON.parse(info) as RealtimeInfo;
    const message: unknown = JSON.parse(parsed.message);
    if (typeof message !== 'object' || message === null) return null;
    const of = { deviceId: parsed.deviceId, deviceCode: parsed.deviceCode };
    switch (parsed.msgType) {
      case 'REMOTE_CONTROL':
        return {
          ...of,
          type: 'REMOTE_CONTROL',
          status: parsed.deviceStatus ?? '',
          command: message as CommandMessage,
        };
      case 'VARIABLE':
      case 'ENERGY':
        return { ...of, type: parsed.msgType, reading: message as ReadingMessage };
      case 'COMMAND':
        return { ...of, type: 'COMMAND', command: message as CommandMessage };
      case 'PRESENCE':
        return { ...of, type: 'PRESENCE', presence: message as PresenceMessage };
      case 'DEVICES':
        return { ...of, type: 'DEVICES' };
      case 'ALARM':
        return { ...of, type: 'ALARM', alarms: message as AlarmMessage };
      case 'ALARMS':
        return { ...of, type: 'ALARMS', alarm: message as AlarmChangeMessage };
      case 'LAMPS':
        return { ...of, type: 'LAMPS', check: message as LampsMessage };
      case 'NOTIFICATION': {
        const { notification } = message as NotificationMessage;
        return { ...of, type: 'NOTIFICATION', notification };
      }
      case 'SLAVESTATUS':
        return { ...of, type: 'SLAVESTATUS', slaves: message as SlaveStatusMessage };
      default:
        return isParameters(message)
          ? { ...of, type: 'PARAMETERS', messageType: parsed.msgType, parameters: message }
          : null;
    }
  } catch {
    return null;
  }
}

/**
 * Protection parameters are recognised by the shape of the message, so that pages without
 * protections need not load their definitions.
 */
function isParameters(message: object): message is ParameterMessage {
  return 'verified' in message && 'command_id' in message && 'ts' in message;
}
