/**
 * One contact of a breaker: its position, the cause, and the effect of commands. It uses the same
 * switch table as platform and screen, and never executes a command that the table forbids.
 */
import type { ReplyName } from '@busbar/device-protocol/up/reply-codes';
import { interlock, type SwitchCommand } from '@busbar/domain/switch/interlock';
import { SWITCH_TABLE, type SwitchAction } from '@busbar/domain/switch/switch-action';

/** Source of a command: the platform, or the device's own timer. */
export type CommandCause = 'command' | 'timer';

export type ContactAnswer = Extract<ReplyName, 'done' | 'refused' | 'lockedByMechanism' | 'failed'>;

/** State that survives a restart. */
export interface StoredContact {
  readonly action: SwitchAction;
  readonly byHandBeforeLock: boolean;
}

export class Contact {
  #action: SwitchAction;
  /** True if the breaker had been opened by hand before it was locked. */
  #byHandBeforeLock: boolean;
  /** A jammed mechanism does not switch; it either reports the failure or still replies "done". */
  jam: 'none' | 'admitted' | 'silent' = 'none';

  constructor(action: SwitchAction, byHandBeforeLock = false) {
    this.#action = action;
    this.#byHandBeforeLock = byHandBeforeLock;
  }

  snapshot(): StoredContact {
    return { action: this.#action, byHandBeforeLock: this.#byHandBeforeLock };
  }

  get action(): SwitchAction {
    return this.#action;
  }

  get closed(): boolean {
    return SWITCH_TABLE[this.#action].closed;
  }

  /** Checks whether the table permits the command, without switching. */
  answerTo(command: SwitchCommand): ContactAnswer {
    if (this.#action === 'lockByOrg') return 'lockedByMechanism';
    return interlock({ command, action: this.#action, kind: 'main' }) === null ? 'done' : 'refused';
  }

  /** Executes the command if the table permits it. */
  obey(command: SwitchCommand, cause: CommandCause): ContactAnswer {
    const answer = this.answerTo(command);
    if (answer !== 'done') return answer;
    if (this.jam === 'admitted') return 'failed';
    if (this.jam === 'none') this.#action = this.#after(command, cause);
    return 'done';
  }

  #after(command: SwitchCommand, cause: CommandCause): SwitchAction {
    switch (command) {
      case 'open':
        return cause === 'timer' ? 'openByTimer' : 'openByCommand';
      case 'close':
        return cause === 'timer' ? 'closeByTimer' : 'closeByCommand';
      case 'lock':
        this.#byHandBeforeLock = this.#action === 'openByManual';
        return 'lockByCommand';
      case 'unlock':
        return this.#byHandBeforeLock ? 'openByManual' : 'openByCommand';
    }
  }

  /** Simulates an operator at the lever, which a lock blocks as well. */
  moveByHand(to: 'open' | 'close'): void {
    if (to === 'open' && this.closed) this.#action = 'openByManual';
    if (to === 'close' && !this.closed && !this.#action.startsWith('lock')) {
      this.#action = 'closeByManual';
    }
  }

  /** Sets the position after a trip, a loss of mains or a padlock, without a command. */
  become(action: SwitchAction): void {
    this.#action = action;
  }
}
