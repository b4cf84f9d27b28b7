/**
 * Reports the positions of the contacts of a line: the first one that is read, each change, the one
 * that a command was to reach, and each reading after the expiry of a command without an outcome,
 * which it resolves.
 */
import type { ContactPosition } from '@busbar/device-profiles/profile';
import { actionOfCommand, actionWithoutCause } from '@busbar/domain/switch/position-cause';
import { SWITCH_TABLE, type SwitchAction } from '@busbar/domain/switch/switch-action';
import type { KnownSwitch } from '../../../areas/control/outcomes/switch-queries.ts';
import type { StoredMeter } from '../../../areas/fleet/serial-lines/serial-line-queries.ts';
import type { DeviceMessage } from '../../../areas/telemetry/ingest/device-message.ts';

export interface ExpectedMove {
  readonly commandId: string;
  readonly to: 'open' | 'close';
  /** Time of the monotonic clock, ms. */
  readonly expiresAt: number;
}

interface Expected extends ExpectedMove {
  isAccepted: boolean;
}

export type Relay = Pick<StoredMeter, 'deviceId' | 'slot'>;

export class RelayReports {
  readonly #monotonic: () => number;
  readonly #submit: (content: DeviceMessage, bytes: Uint8Array) => void;
  /** By device id. */
  readonly #expected = new Map<number, Expected>();
  readonly #reported = new Map<number, SwitchAction>();

  constructor(
    monotonic: () => number,
    submit: (content: DeviceMessage, bytes: Uint8Array) => void,
  ) {
    this.#monotonic = monotonic;
    this.#submit = submit;
  }

  expect({ deviceId }: Relay, move: ExpectedMove): void {
    this.#expected.set(deviceId, { ...move, isAccepted: false });
  }

  /** The device has accepted the command: if it is in the position, the command is named. */
  accepted({ deviceId }: Relay): void {
    const expected = this.#expected.get(deviceId);
    if (expected !== undefined) expected.isAccepted = true;
  }

  /**
   * True if a reading after a command that was not answered shows that the contact has moved to the
   * commanded position since the last report: the command is then named.
   */
  proves({ deviceId }: Relay, position: ContactPosition | undefined): boolean {
    const expected = this.#expected.get(deviceId);
    const reported = this.#reported.get(deviceId);
    if (expected === undefined || reported === undefined) return false;
    const isClosed = position === 'closed';
    if (POSITION_OF[expected.to] !== position) return false;
    if (SWITCH_TABLE[reported].closed === isClosed) return false;
    expected.isAccepted = true;
    return true;
  }

  /** True if the contact must not be closed remotely in the position that was reported. */
  isCloseDisabled({ deviceId }: Relay): boolean {
    const reported = this.#reported.get(deviceId);
    return reported === undefined || SWITCH_TABLE[reported].closeAllowed === false;
  }

  /** Ends the reports of the command. */
  end({ deviceId }: Relay): void {
    this.#expected.delete(deviceId);
  }

  /** Returns the time at which the command without an outcome expires; undefined if there is none. */
  expiresAt({ deviceId }: Relay): number | undefined {
    return this.#expected.get(deviceId)?.expiresAt;
  }

  /** True if nothing was reported on this connection. */
  isNew({ deviceId }: Relay): boolean {
    return !this.#reported.has(deviceId);
  }

  /** Reports the position that was read. `known` is the state before this connection. */
  read(
    { deviceId, slot }: Relay,
    position: ContactPosition,
    bytes: Uint8Array,
    { known, hasLever }: { readonly known: KnownSwitch | undefined; readonly hasLever: boolean },
  ): void {
    const expected = this.#expected.get(deviceId);
    const reported = this.#reported.get(deviceId);
    const isReached = expected !== undefined && POSITION_OF[expected.to] === position;
    const isDone = isReached && expected.isAccepted;
    // A command that was not answered may never have arrived: it does not explain an open breaker,
    // which a person may have opened.
    const isClosed = position === 'closed' && (isReached || known?.commanded === 'close');
    const action = hasLever
      ? actionWithLever(position, reported ?? known?.action, isDone || isClosed)
      : BY_COMMAND[position];
    const isOver = expected !== undefined && this.#monotonic() > expected.expiresAt;
    if (!isDone && !isOver && reported === action) return;
    // A command that was not answered is not named: its frame may still be on its way.
    const commandId = isDone ? expected.commandId : undefined;
    if (isDone) this.#expected.delete(deviceId);
    this.#reported.set(deviceId, action);
    const state = { address: slot, deviceTime: undefined, action, commandId };
    this.#submit({ states: [state], rejected: [], unknownFields: 0 }, bytes);
  }
}

const POSITION_OF = { open: 'open', close: 'closed' } as const;

const BY_COMMAND: Readonly<Record<ContactPosition, SwitchAction>> = {
  open: actionOfCommand(false),
  closed: actionOfCommand(true),
  tripped: 'openByFault',
  locked: 'lockByOrg',
};

/**
 * A breaker does not send the cause of its position. A command that changed nothing does not become
 * the cause.
 */
function actionWithLever(
  position: ContactPosition,
  known: SwitchAction | undefined,
  isExplained: boolean,
): SwitchAction {
  if (position === 'tripped' || position === 'locked') return BY_COMMAND[position];
  const plain = known !== undefined && PLAIN.has(known) ? known : undefined;
  const isClosed = position === 'closed';
  const isChanged = plain === undefined || SWITCH_TABLE[plain].closed !== isClosed;
  return isExplained && isChanged ? BY_COMMAND[position] : actionWithoutCause(isClosed, plain);
}

/** Actions that remain while the position does; a breaker is not tripped after its reset. */
const PLAIN: ReadonlySet<SwitchAction> = new Set([
  ...(['openByCommand', 'openByManual', 'openByTimer'] as const),
  ...(['closeByCommand', 'closeByManual', 'closeByTimer', 'closeAutomatic'] as const),
]);
