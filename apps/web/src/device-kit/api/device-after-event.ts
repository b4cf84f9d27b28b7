/**
 * Applies an event to a displayed device. Only values in the event are applied; derived values (the
 * allowed commands, the user of the lock) are refetched from the server.
 */
import type { ReadingMessage } from '@busbar/contract/realtime';
import { COMMAND_STATES, type CommandState, canMove } from '@busbar/domain/switch/command-state';
import type { RealtimeEvent } from '../../realtime/realtime-event.ts';
import type { DeviceAnswer } from './device-detail.ts';

type Data = DeviceAnswer['data'];

/** The device data after the event; returns the same object if nothing changes. */
export function deviceAfterEvent(answer: DeviceAnswer, event: RealtimeEvent): DeviceAnswer {
  const { data } = answer;
  if (event.deviceCode !== data.device_code) return answer;
  const change = changeOf(data, event);
  return change === undefined ? answer : { ...answer, data: { ...data, ...change } };
}

/** Returns true if more may have changed than the event contains. */
export function needsReading(event: RealtimeEvent): boolean {
  if (event.type === 'COMMAND') return movesSwitch(event.command);
  return event.type === 'REMOTE_CONTROL';
}

function changeOf(data: Data, event: RealtimeEvent): Partial<Data> | undefined {
  switch (event.type) {
    case 'VARIABLE': {
      if (isOlder(event.reading, data.variable)) return undefined;
      const values = numbersOf(event.reading);
      return {
        variable: { ts: event.reading.ts, values },
        ins_p_history: values.insP ?? null,
      };
    }
    case 'ENERGY':
      if (isOlder(event.reading, data.energy)) return undefined;
      return { energy: { ts: event.reading.ts, values: numbersOf(event.reading) } };
    case 'PRESENCE': {
      const { presence, csq, ts } = event.presence;
      return {
        presence,
        online: presence === 'online',
        heard_at: ts,
        ...(csq === null ? {} : { csq }),
      };
    }
    case 'ALARM':
      return { alarms: [...event.alarms.alarms] };
    case 'REMOTE_CONTROL':
      return {
        ...(event.status === '' ? {} : { status: event.status, status_at: event.command.ts }),
        ...commandOf(data, event.command),
      };
    case 'COMMAND':
      return commandOf(data, event.command);
    case 'PARAMETERS':
    case 'SLAVESTATUS':
      return undefined;
  }
}

function isNext(from: string, to: string): boolean {
  return from === to || (isCommandState(from) && isCommandState(to) && canMove(from, to));
}

function isCommandState(word: string): word is CommandState {
  return (COMMAND_STATES as readonly string[]).includes(word);
}

/** A late reading must not replace a newer one. */
function isOlder(reading: ReadingMessage, shown: { ts: number } | null): boolean {
  return shown !== null && reading.ts < shown.ts;
}

function numbersOf({ ts: _ts, dateTime: _dateTime, ...rest }: ReadingMessage) {
  return Object.fromEntries(
    Object.entries(rest).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}

type CommandUpdate = Extract<RealtimeEvent, { type: 'COMMAND' }>['command'];

/** A read request to the device (readings, parameters) is a command too, but not an operation. */
function movesSwitch({ switch: order }: CommandUpdate): boolean {
  return order !== null;
}

function commandOf(data: Data, message: CommandUpdate): Partial<Data> {
  const { command_id: id, state, reason, ts } = message;
  if (id === null || state === null || !movesSwitch(message)) return {};
  const before = data.command?.id === id ? data.command : undefined;
  // Events may overtake each other, but a command never returns to an earlier state.
  if (before !== undefined && !isNext(before.state, state)) return {};
  return {
    command: {
      id,
      switch: message.switch,
      state,
      reason,
      times: { ...before?.times, [state]: ts },
    },
  };
}
