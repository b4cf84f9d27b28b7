/**
 * What an event changes in a device that is on screen. Only what the event says is taken from it;
 * what follows from it (what is allowed now, who locked) is read from the server again.
 */
import type { ReadingMessage } from '@busbar/contract/realtime';
import { COMMAND_STATES, type CommandState, canMove } from '@busbar/domain/switch/command-state';
import type { RealtimeEvent } from '../../../realtime/realtime-event.ts';
import type { DeviceAnswer } from './device-detail.ts';

type Data = DeviceAnswer['data'];

/** The answer after the event; the same object when nothing in it changes. */
export function deviceAfterEvent(answer: DeviceAnswer, event: RealtimeEvent): DeviceAnswer {
  const { data } = answer;
  if (event.deviceCode !== data.device_code) return answer;
  const change = changeOf(data, event);
  return change === undefined ? answer : { ...answer, data: { ...data, ...change } };
}

/** Whether more than the event says may have changed. */
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

/** A reading that came late must not stand where a newer one is shown. */
function isOlder(reading: ReadingMessage, shown: { ts: number } | null): boolean {
  return shown !== null && reading.ts < shown.ts;
}

function numbersOf({ ts: _ts, dateTime: _dateTime, ...rest }: ReadingMessage) {
  return Object.fromEntries(
    Object.entries(rest).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}

type CommandNews = Extract<RealtimeEvent, { type: 'COMMAND' }>['command'];

/** A question to the device (its readings, its parameters) is a command too, but no operation. */
function movesSwitch({ switch: order }: CommandNews): boolean {
  return order !== null;
}

function commandOf(data: Data, message: CommandNews): Partial<Data> {
  const { command_id: id, state, reason, ts } = message;
  if (id === null || state === null || !movesSwitch(message)) return {};
  const before = data.command?.id === id ? data.command : undefined;
  // Events may overtake each other; a command never goes back.
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
