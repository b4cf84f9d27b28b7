/**
 * The switch reports of one connection: the first position, each change, the position that a command
 * was to reach, and the first one after the expiry of a command without an outcome, which resolves
 * it. Devices repeat their position with each status; the repetitions are not reported.
 *
 * Reports have no device time. The device publishes them as they happen and stores none, and its
 * clock may differ from ours: only the order of arrival is reliable.
 */
import type { StateReport } from '@busbar/domain/device/device-report';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import type { KnownSwitch } from '../../../areas/control/outcomes/switch-queries.ts';

interface SentCommand {
  readonly commandId: string;
  readonly to: 'open' | 'close';
  /** Time of the monotonic clock, ms. */
  readonly expiresAt: number;
  isAccepted: boolean;
}

export class SwitchReports {
  readonly #monotonic: () => number;
  #known: SwitchAction | undefined;
  /** Command without an outcome that was sent over an earlier connection. */
  #earlier: 'open' | 'close' | undefined;
  #sent: SentCommand | undefined;
  #hasReported = false;

  constructor(monotonic: () => number, { action, commanded }: KnownSwitch) {
    this.#monotonic = monotonic;
    this.#known = action;
    this.#earlier = commanded;
  }

  /** The last action that was reported, on this connection or before. */
  get known(): SwitchAction | undefined {
    return this.#known;
  }

  sent(commandId: string, to: 'open' | 'close', remainingMs: number): void {
    const expiresAt = this.#monotonic() + remainingMs;
    this.#sent = { commandId, to, expiresAt, isAccepted: false };
  }

  /** The device has accepted the command; it is named when its position is reported. */
  accepted(commandId: string): void {
    if (this.#sent?.commandId === commandId) this.#sent.isAccepted = true;
  }

  refused(commandId: string): void {
    if (this.#sent?.commandId === commandId) this.#sent = undefined;
  }

  /** True until the position after the command is reported. */
  isAwaited(commandId: string): boolean {
    return this.#sent?.commandId === commandId;
  }

  /** The command that this position is the result of, sent over this connection. */
  reachedBy(isClosed: boolean): string | undefined {
    return isReached(this.#sent?.to, isClosed) ? this.#sent?.commandId : undefined;
  }

  /** True if a command of this or an earlier connection explains the position. */
  isCommanded(isClosed: boolean): boolean {
    return isReached(this.#sent?.to, isClosed) || isReached(this.#earlier, isClosed);
  }

  /** `isByCommand`: the device states that a command of the platform caused the position. */
  report(isClosed: boolean, cause: SwitchAction, isByCommand: boolean): readonly StateReport[] {
    const sent = this.#sent;
    const isReachedNow = isReached(sent?.to, isClosed);
    const isDone = isReachedNow && (isByCommand || sent?.isAccepted === true);
    const isOver = sent !== undefined && this.#monotonic() > sent.expiresAt;
    const action = isDone ? byCommand(isClosed) : cause;
    if (isDone || isOver) this.#sent = undefined;
    if (this.#hasReported && !isDone && !isOver && action === this.#known) return [];
    this.#hasReported = true;
    this.#known = action;
    this.#earlier = undefined;
    const commandId = isDone ? sent?.commandId : undefined;
    return [{ address: undefined, deviceTime: undefined, action, commandId }];
  }
}

export function byCommand(isClosed: boolean): SwitchAction {
  return isClosed ? 'closeByCommand' : 'openByCommand';
}

function isReached(to: 'open' | 'close' | undefined, isClosed: boolean): boolean {
  return to !== undefined && (to === 'close') === isClosed;
}
