/**
 * The switch reports of one connection: the first position, each change, the position that a command
 * was to reach, and the first one after the expiry of a command without an outcome, which resolves
 * it. Devices repeat their position with each status; the repetitions are not reported.
 *
 * Reports have no device time. The device publishes them as they happen and stores none, and its
 * clock may differ from ours: only the order of arrival is reliable.
 */
import type { StateReport } from '@busbar/domain/device/device-report';
import { actionOfCommand } from '@busbar/domain/switch/position-cause';
import { SWITCH_TABLE, type SwitchAction } from '@busbar/domain/switch/switch-action';
import type { KnownSwitch } from '../../../areas/control/outcomes/switch-queries.ts';

interface SentCommand {
  readonly commandId: string;
  readonly to: 'open' | 'close';
  /** Time of the monotonic clock, ms. */
  readonly expiresAt: number;
  isAccepted: boolean;
}

/** `command`: a command of the platform; `other`: something else; `none`: not stated. */
export type CauseProof = 'command' | 'other' | 'none';

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

  /**
   * True if a command explains the position. One of an earlier connection may never have arrived:
   * it does not explain an open breaker, which a person may have opened since.
   */
  isCommanded(isClosed: boolean): boolean {
    return isReached(this.#sent?.to, isClosed) || (isClosed && this.#earlier === 'close');
  }

  /**
   * `proof`: what the device states as the cause of the position. A position that something else has
   * caused is never that of a command, even if the device has accepted one: a breaker that a person
   * has opened must not be closed remotely.
   */
  report(isClosed: boolean, cause: SwitchAction, proof: CauseProof): readonly StateReport[] {
    const sent = this.#sent;
    const isProved = proof === 'command' || (proof === 'none' && sent?.isAccepted === true);
    const isDone = isReached(sent?.to, isClosed) && isProved;
    const isOver = sent !== undefined && this.#monotonic() > sent.expiresAt;
    // A command that changed nothing does not become the cause of the position.
    const isChanged = this.#known === undefined || SWITCH_TABLE[this.#known].closed !== isClosed;
    const action = isDone && isChanged ? actionOfCommand(isClosed) : cause;
    if (isDone || isOver) this.#sent = undefined;
    if (this.#hasReported && !isDone && !isOver && action === this.#known) return [];
    this.#hasReported = true;
    this.#known = action;
    this.#earlier = undefined;
    const commandId = isDone ? sent?.commandId : undefined;
    return [{ address: undefined, deviceTime: undefined, action, commandId }];
  }
}

function isReached(to: 'open' | 'close' | undefined, isClosed: boolean): boolean {
  return to !== undefined && (to === 'close') === isClosed;
}
