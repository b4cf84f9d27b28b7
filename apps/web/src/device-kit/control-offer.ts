/**
 * Commands available on a breaker card. The buttons follow the reported state and the interlock
 * table, never the requested position; the server's decision (`allowed`) can only restrict them.
 * Viewers have no commands. Slaves are displayed, but can be switched only if the server allows it.
 */
import { may, type PermissionHolder } from '@busbar/domain/access/permission';
import type { DeviceKind } from '@busbar/domain/device/device-type';
import type { Presence } from '@busbar/domain/device/presence';
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';
import type { Refusal } from '@busbar/domain/refusal';
import { type CommandState, isOpenState } from '@busbar/domain/switch/command-state';
import { interlock, type SwitchCommand, switchCommandsOf } from '@busbar/domain/switch/interlock';
import { mayLift } from '@busbar/domain/switch/lock-holder';
import { isLocked, SWITCH_TABLE, type SwitchAction } from '@busbar/domain/switch/switch-action';

export const CONTROL_MODES = ['control', 'lock'] as const;
export type ControlMode = (typeof CONTROL_MODES)[number];

const COMMANDS_OF_MODE: Readonly<Record<ControlMode, readonly SwitchCommand[]>> = {
  control: ['open', 'close'],
  lock: ['lock', 'unlock'],
};

export interface OfferQuestion {
  readonly mode: ControlMode;
  readonly holder: PermissionHolder;
  readonly kind: DeviceKind;
  /** Defaults to our own. */
  readonly protocol?: DeviceProtocol;
  readonly action: SwitchAction | undefined;
  /** `userId`: current user; `lockHolderId`: the user who set the active lock, null if unknown. */
  readonly userId: number;
  readonly lockHolderId: number | null;
  readonly presence: Presence;
  readonly allowed: Readonly<Record<SwitchCommand, boolean>>;
  /** State of the last command; undefined if there is none. */
  readonly commandState: CommandState | undefined;
}

export interface Offer {
  readonly command: SwitchCommand;
  /** Reason why the command is unavailable; null if it is available. */
  readonly block: Refusal | null;
}

export interface CardOffer {
  readonly offers: readonly Offer[];
  /** Reason shown on the card if the state cannot be changed remotely. */
  readonly hint: Refusal | null;
}

/**
 * Lock mode exists only for devices that can be locked, not for slaves, data terminals and devices of
 * other manufacturers.
 */
export function modesOfKind(
  kind: DeviceKind,
  protocol: DeviceProtocol = 'busbar',
): readonly ControlMode[] {
  return CONTROL_MODES.filter((mode) =>
    COMMANDS_OF_MODE[mode].some((command) => switchCommandsOf(kind, protocol).includes(command)),
  );
}

export function cardOffer(question: OfferQuestion): CardOffer {
  const { mode, kind, protocol = 'busbar', holder, action, allowed } = question;
  if (!may(holder, 'device.switch')) return { offers: [], hint: null };
  const commands = COMMANDS_OF_MODE[mode].filter((command) =>
    switchCommandsOf(kind, protocol).includes(command),
  );
  if (protocol !== 'busbar' && commands.length === 0) {
    return { offers: [], hint: 'order-not-supported' };
  }
  if (kind === 'slave' && !commands.some((command) => allowed[command])) {
    if (!isExplainedByState(commands, question)) return { offers: [], hint: null };
  }
  if (kind === 'dtu' && isReadOnly(commands, question)) return { offers: [], hint: null };
  const offers = commands.map((command) => ({ command, block: blockOf(command, question) }));
  const wanted = changingCommand(mode, action);
  const block = offers.find((offer) => offer.command === wanted)?.block ?? null;
  // A pending command needs no hint, because the timeline already shows it.
  return { offers, hint: block === 'control-busy' ? null : block };
}

/**
 * True if a position is known, and the state of the slave is the reason against each command. A slave
 * of our own protocol may be a meter that is only read, whatever its presence, so only its position
 * is a reason.
 */
function isExplainedByState(commands: readonly SwitchCommand[], question: OfferQuestion): boolean {
  const { action, kind, protocol = 'busbar' } = question;
  if (action === undefined) return false;
  return commands.every((command) =>
    protocol === 'busbar'
      ? interlock({ command, action, kind }) !== null
      : blockOf(command, question) !== 'forbidden',
  );
}

/**
 * True if the server allows nothing, although the position allows a command: the DTU has meters on a
 * serial line, and no settings for switching.
 */
function isReadOnly(
  commands: readonly SwitchCommand[],
  { action, kind, allowed }: OfferQuestion,
): boolean {
  const isPossible = (command: SwitchCommand) => interlock({ command, action, kind }) === null;
  return commands.some(isPossible) && !commands.some((command) => allowed[command]);
}

/** Returns the reason why this command is unavailable, or null if it is available. */
export function blockOf(
  command: SwitchCommand,
  question: Omit<OfferQuestion, 'mode'>,
): Refusal | null {
  const { kind, action, presence, allowed, commandState, holder, userId, lockHolderId } = question;
  if (commandState !== undefined && isOpenState(commandState)) return 'control-busy';
  const locked = interlock({ command, action, kind });
  if (locked !== null) return locked;
  const mayOverride = may(holder, 'lock.override');
  if (command === 'unlock' && !mayLift({ holderId: lockHolderId, userId, mayOverride })) {
    return 'locked-by-other';
  }
  if (presence === 'offline') return 'device-offline';
  return allowed[command] ? null : 'forbidden';
}

/** Returns the command that changes the displayed state to its opposite. */
function changingCommand(mode: ControlMode, action: SwitchAction | undefined): SwitchCommand {
  if (mode === 'lock') return action !== undefined && isLocked(action) ? 'unlock' : 'lock';
  return action !== undefined && SWITCH_TABLE[action].closed ? 'open' : 'close';
}
