/**
 * Invariants of commands after any run, as pure functions over two ledgers: the executions recorded
 * by the devices and the command results recorded by the platform. Each returns the violations it
 * finds; `command-checkers.test.ts` shows that each finds its planted bug.
 */
import type { CommandState } from '@busbar/domain/switch/command-state';

/** One execution, recorded by the device. */
export interface Execution {
  readonly deviceCode: string;
  readonly commandId: string;
  /** The time by the device's own clock, with which it evaluates expiry. */
  readonly at: number;
  readonly moved: boolean;
}

/** One command, as recorded in the platform's tables. */
export interface CommandFate {
  readonly deviceCode: string;
  readonly commandId: string;
  readonly state: CommandState;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly sentAt: number | null;
  /** When the command released its device; null while it occupies the device. */
  readonly endedAt: number | null;
  readonly transitions: readonly { readonly state: CommandState; readonly at: number }[];
}

/** docs/promises.md C1: no command is executed after its expiry. */
export function lateExecutions(
  executions: readonly Execution[],
  fates: readonly CommandFate[],
  toleranceMs: number,
): string[] {
  const expiry = new Map(fates.map((fate) => [fate.commandId, fate.expiresAt]));
  return executions.flatMap(({ commandId, at }) => {
    const expiresAt = expiry.get(commandId);
    if (expiresAt === undefined) return [`${commandId} was executed and never given`];
    return at > expiresAt + toleranceMs
      ? [`${commandId} was executed ${at - expiresAt} ms late`]
      : [];
  });
}

/**
 * docs/promises.md C1 for devices that cannot check expiry: no expired command leaves the platform.
 */
export function lateSendings(fates: readonly CommandFate[]): string[] {
  return fates
    .filter(({ sentAt, expiresAt }) => sentAt !== null && sentAt >= expiresAt)
    .map(({ commandId }) => `${commandId} was sent after its expiry`);
}

/** docs/promises.md C3: at most one execution per command. */
export function doubleExecutions(executions: readonly Execution[]): string[] {
  const count = new Map<string, number>();
  for (const { commandId } of executions) count.set(commandId, (count.get(commandId) ?? 0) + 1);
  return [...count]
    .filter(([, times]) => times > 1)
    .map(([id, times]) => `${id} ran ${times} times`);
}

/**
 * docs/promises.md C2: a command submitted before the device's current connection began, or before
 * the device resumed, is not executed.
 */
export function oldExecutions(
  executions: readonly { readonly commandId: string; readonly awakeSince: number }[],
  fates: readonly Pick<CommandFate, 'commandId' | 'createdAt'>[],
): string[] {
  const given = new Map(fates.map((fate) => [fate.commandId, fate.createdAt]));
  return executions.flatMap(({ commandId, awakeSince }) => {
    const createdAt = given.get(commandId);
    if (createdAt === undefined) return [`${commandId} was executed and never given`];
    return createdAt < awakeSince
      ? [`${commandId} was given ${awakeSince - createdAt} ms before the device was there again`]
      : [];
  });
}

/** docs/promises.md C4: the open intervals of one device's commands never overlap. */
export function overlaps(fates: readonly CommandFate[]): string[] {
  const inOrder = fates.toSorted(
    (a, b) => a.deviceCode.localeCompare(b.deviceCode) || a.createdAt - b.createdAt,
  );
  return inOrder.flatMap((fate, index) => {
    const next = inOrder[index + 1];
    if (next?.deviceCode !== fate.deviceCode) return [];
    return (fate.endedAt ?? Number.POSITIVE_INFINITY) > next.createdAt
      ? [`${next.commandId} was given while ${fate.commandId} was open`]
      : [];
  });
}

/**
 * docs/promises.md C6: only executed commands are confirmed; only commands that were not executed
 * are expired, rejected or cancelled in time.
 */
export function untruths(
  executions: readonly Execution[],
  fates: readonly CommandFate[],
): string[] {
  const moved = new Set(
    executions.filter((execution) => execution.moved).map(({ commandId }) => commandId),
  );
  return fates.flatMap((fate) => {
    const { commandId, state } = fate;
    const wasSent = fate.transitions.some((step) => step.state === 'sent');
    if (state === 'confirmed' && !moved.has(commandId)) {
      return [`${commandId} is confirmed and never moved a contact`];
    }
    const saysNotDone =
      state === 'expired' || state === 'rejected' || (state === 'cancelled' && !wasSent);
    return saysNotDone && moved.has(commandId)
      ? [`${commandId} is ${state} and did move a contact`]
      : [];
  });
}

/** docs/promises.md C6: an initially unknown result is known in the end. */
export function unsettled(fates: readonly CommandFate[]): string[] {
  return fates
    .filter(({ endedAt }) => endedAt === null)
    .map(({ commandId, state }) => `${commandId} is still ${state}`);
}

const ENDS: readonly CommandState[] = ['confirmed', 'rejected', 'expired', 'cancelled'];

/** The life cycle of a command has one beginning, one end, and nothing after it. */
export function brokenLives(
  fates: readonly CommandFate[],
  canMove: (from: CommandState, to: CommandState) => boolean,
): string[] {
  return fates.flatMap(({ commandId, state, transitions }) => {
    const states = transitions.map((step) => step.state);
    const steps = states.slice(1).every((next, index) => canMove(states[index]!, next));
    const ends = states.filter((step) => ENDS.includes(step)).length;
    const good = states[0] === 'queued' && states.at(-1) === state && steps && ends <= 1;
    return good ? [] : [`${commandId} lived ${states.join(', ')} and is ${state}`];
  });
}

/** A message sent to a device, identified by the id in the message. */
export interface Told {
  readonly deviceCode: string;
  readonly messageId: string;
}

/** The log entries and the transitions of commands. */
export interface Traces {
  /** Keyed by command; commands that share one message each have an entry. */
  readonly messageIdOf: ReadonlyMap<string, string>;
  readonly logged: ReadonlySet<string>;
  readonly stepped: ReadonlySet<string>;
}

/**
 * docs/promises.md C9: no audit event, no action; and no command without one is queued for sending.
 */
export function untraced(
  told: readonly Told[],
  { messageIdOf, logged, stepped }: Traces,
): string[] {
  const known = new Set(messageIdOf.values());
  return [
    ...told
      .filter(({ messageId }) => !known.has(messageId))
      .map(({ deviceCode, messageId }) => `${deviceCode} was told ${messageId}, which is nowhere`),
    ...[...messageIdOf.keys()]
      .filter((id) => !logged.has(id))
      .map((id) => `${id} was given without a line in the operation log`),
    ...[...messageIdOf.keys()]
      .filter((id) => !stepped.has(id))
      .map((id) => `${id} was given without its first step`),
  ];
}
