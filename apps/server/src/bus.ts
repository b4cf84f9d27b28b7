/**
 * A typed map of all events that the modules of the server publish to each other within a process.
 * Services publish after their commit; a failing listener never makes a commit fail.
 */
import type { PathMove } from '@busbar/domain/access/group-tree';
import type { OpenAlarm } from '@busbar/domain/alarm/active-alarm';
import type { EnergyRegisters, Measurement } from '@busbar/domain/device/measurement';
import type { Presence } from '@busbar/domain/device/presence';
import { camelCaseKeys, type SnakeCaseKeys } from '@busbar/domain/key-case';
import type { Findings, LampCheck } from '@busbar/domain/project/lamp-check';
import type { ProtectionName } from '@busbar/domain/protection/definition';
import type { TextRecord } from '@busbar/domain/protection/values';
import type { Verified } from '@busbar/domain/protection/verify';
import type { CommandState } from '@busbar/domain/switch/command-state';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import type { AlarmRow } from './areas/alarms/alarm-queries.ts';
import type { Lock } from './areas/fleet/devices/lock-queries.ts';
import type { StoredNotification } from './areas/messaging/notifications/notification-list.ts';
import type { WakeableJob } from './wake-job.ts';

/** The device that an event is about, with the data needed to check who may see it. */
export interface DeviceRef {
  readonly customerId: number;
  readonly deviceId: number;
  readonly deviceCode: string;
  /** Group ids from the root to the device's own group. */
  readonly groupPath: readonly number[];
}

/** Selects the device reference from a row that may have more columns. */
export const deviceRefOf = ({
  customer_id,
  device_id,
  device_code,
  group_path,
}: SnakeCaseKeys<DeviceRef>): DeviceRef =>
  camelCaseKeys({ customer_id, device_id, device_code, group_path });

export interface BusEvents {
  'reading.stored': DeviceRef & {
    readonly ts: number;
    readonly measurement?: Partial<Measurement> | undefined;
    readonly registers?: Partial<EnergyRegisters> | undefined;
    /** True if this reading was measured last; late ones are stored but not pushed as live. */
    readonly latest: boolean;
  };
  'switch.reported': DeviceRef & {
    readonly action: SwitchAction;
    /** Time of the change to this position; a repeated report has the time of the first report. */
    readonly at: number;
    readonly commandId: string | null;
    /** The command lock; undefined unless a command locked the device. */
    readonly lock: Lock | undefined;
  };
  /** A gateway reported the status of its slaves. */
  'slaves.reported': DeviceRef & {
    readonly slaves: readonly { readonly address: number; readonly status: number }[];
  };
  /** A device reported one of its parameter sets; the values are text, keyed by wire name. */
  'parameters.read': DeviceRef & {
    readonly set: ProtectionName;
    readonly values: TextRecord;
    /** Comparison of each value with the last write, by wire name; null if nothing was written. */
    readonly verified: Verified | null;
    readonly commandId: string;
    readonly at: number;
  };
  'command.changed': DeviceRef & {
    readonly commandId: string;
    readonly state: CommandState;
    readonly order: SwitchCommand | null;
    readonly reason: string | null;
    readonly detail: string | null;
    /** The current switch position and the time of the change to it, whatever the cause. */
    readonly action: SwitchAction | null;
    readonly actionAt: number | null;
    /** Parameters that the command reads. */
    readonly set?: ProtectionName | undefined;
    /** Epoch ms at which the command entered each state it has passed. */
    readonly times: Readonly<Partial<Record<CommandState, number>>>;
  };
  /** A command is ready to be sent; only the process that owns the link reacts. */
  'command.waiting': {
    readonly customerId: number;
    readonly commandId: string;
    readonly linkDeviceCode: string;
  };
  /** An alarm of the device began or ended: all active alarms, newest first. */
  'alarms.changed': DeviceRef & {
    readonly alarms: readonly OpenAlarm[];
    readonly at: number;
  };
  /** One alarm in the form that lists show. */
  'alarm.changed': DeviceRef & {
    readonly alarm: AlarmRow;
    readonly change: 'opened' | 'changed' | 'ended' | 'deleted';
    readonly at: number;
  };
  'presence.changed': DeviceRef & {
    readonly presence: Presence;
    readonly csq: number | null;
    /** Time of the device's last message; null if the device has never sent a message. */
    readonly heardAt: number | null;
    readonly at: number;
  };
  /**
   * The device was created, changed, moved or deleted, or its secret was rotated: caches drop it,
   * and its links are checked again.
   */
  'device.changed': {
    readonly customerId: number;
    readonly deviceId: number;
    readonly deviceCode: string;
    readonly credentialsEnded: boolean;
  };
  /** A user looks at the line monitor of a DTU: the process with its connection writes a report. */
  'line.viewed': {
    readonly customerId: number;
    readonly deviceId: number;
    readonly deviceCode: string;
  };
  /** A profile waits for its test on the line of a DTU; the process with its connection tests it. */
  'line.testRequested': {
    readonly customerId: number;
    readonly deviceId: number;
    readonly deviceCode: string;
    readonly testId: string;
  };
  /** Published after the commit, in this process only, because the secret is not stored. */
  'device.secretIssued': { readonly deviceCode: string; readonly secret: string };
  /** The group tree changed, or devices changed their group. Not published if only users moved. */
  'groups.changed': {
    readonly customerId: number;
    /** The move of a group with its subtree; null if only devices were moved. */
    readonly move: PathMove | null;
    /** Groups whose users now see other devices than before. */
    readonly groupIds: readonly number[];
  };
  /** A lamp group was checked. */
  'lamps.checked': DeviceRef & {
    readonly lampGroupId: number;
    readonly projectId: number;
    readonly check: Omit<LampCheck, 'evaluated' | 'found'>;
    /** All current findings, including those of earlier checks. */
    readonly standing: Findings;
    readonly at: number;
  };
  /** A notification for one user; null for a test notification, which is in no list. */
  'notification.added': {
    readonly customerId: number;
    readonly userId: number;
    readonly notification: StoredNotification | null;
  };
  /** Events of other processes may have been missed: what depends on them is read again. */
  'events.missed': Readonly<Record<never, never>>;
  /** Rows for these jobs were committed, possibly by another process. */
  'jobs.due': { readonly names: readonly WakeableJob[] };
  /** Hex token hashes of ended sessions: sockets close and unsent commands are cancelled. */
  'session.ended': { readonly tokenHashes: readonly string[] };
}

export type BusEventName = keyof BusEvents;
type Listener<N extends BusEventName> = (event: BusEvents[N]) => void;

/** True if a listener has to receive the events of this device (for `alarm.changed`: alarm). */
export type Wants = (customerId: number, deviceId: number) => boolean;
const WANTS_ALL: Wants = () => true;

export interface Bus {
  publish<N extends BusEventName>(name: N, event: BusEvents[N]): void;
  /** `wants` only saves other processes' events from being read; local events are all passed on. */
  subscribe<N extends BusEventName>(name: N, listener: Listener<N>, wants?: Wants): () => void;
  /** True if any listener has to receive the event. */
  isWanted(name: BusEventName, customerId: number, deviceId: number): boolean;
}

export function createBus(onListenerError: (error: unknown, name: BusEventName) => void): Bus {
  const listeners = new Map<BusEventName, Map<Listener<never>, Wants>>();
  return {
    publish(name, event) {
      for (const listener of listeners.get(name)?.keys() ?? []) {
        try {
          (listener as Listener<typeof name>)(event);
        } catch (error) {
          onListenerError(error, name);
        }
      }
    },
    subscribe(name, listener, wants = WANTS_ALL) {
      const ofName = listeners.get(name) ?? new Map<Listener<never>, Wants>();
      listeners.set(name, ofName);
      ofName.set(listener as Listener<never>, wants);
      return () => ofName.delete(listener as Listener<never>);
    },
    isWanted(name, customerId, deviceId) {
      for (const wants of listeners.get(name)?.values() ?? []) {
        if (wants(customerId, deviceId)) return true;
      }
      return false;
    },
  };
}

/** An event as a value: created inside a transaction and published after the commit. */
export type BusMessage = {
  readonly [N in BusEventName]: { readonly name: N; readonly event: BusEvents[N] };
}[BusEventName];

export function publishAll(bus: Bus, messages: readonly BusMessage[]): void {
  for (const message of messages) bus.publish(message.name, message.event as never);
}
