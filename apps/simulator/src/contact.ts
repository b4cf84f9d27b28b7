/**
 * One contact of a breaker: where it stands, why, and what orders do to it. It
 * asks the same switch table as platform and screen, and never moves on an
 * order the table forbids.
 */
import type { ReplyName } from '@busbar/device-protocol/reply-codes';
import { interlock, type SwitchOrder } from '@busbar/domain/switch/interlock';
import { SWITCH_TABLE, type SwitchAction } from '@busbar/domain/switch/switch-action';

/** Who orders: the platform, or the device's own timer. */
export type OrderCause = 'command' | 'timer';

export type OrderAnswer = Extract<ReplyName, 'done' | 'refused' | 'lockedByMechanism' | 'failed'>;

/** What outlasts a restart. */
export interface KeptContact {
  readonly action: SwitchAction;
  readonly byHandBeforeLock: boolean;
}

export class Contact {
  #action: SwitchAction;
  /** A lock must not wash away that the breaker had been opened by hand. */
  #byHandBeforeLock: boolean;
  /** A hanging mechanism moves nothing; it says so, or it says "done" all the same. */
  jam: 'none' | 'admitted' | 'silent' = 'none';

  constructor(action: SwitchAction, byHandBeforeLock = false) {
    this.#action = action;
    this.#byHandBeforeLock = byHandBeforeLock;
  }

  kept(): KeptContact {
    return { action: this.#action, byHandBeforeLock: this.#byHandBeforeLock };
  }

  get action(): SwitchAction {
    return this.#action;
  }

  get closed(): boolean {
    return SWITCH_TABLE[this.#action].closed;
  }

  /** Whether the table permits the order, without moving anything. */
  answerTo(order: SwitchOrder): OrderAnswer {
    if (this.#action === 'lockByOrg') return 'lockedByMechanism';
    return interlock({ order, action: this.#action, kind: 'main' }) === null ? 'done' : 'refused';
  }

  /** Carries the order out where the table permits it. */
  obey(order: SwitchOrder, cause: OrderCause): OrderAnswer {
    const answer = this.answerTo(order);
    if (answer !== 'done') return answer;
    if (this.jam === 'admitted') return 'failed';
    if (this.jam === 'none') this.#action = this.#after(order, cause);
    return 'done';
  }

  #after(order: SwitchOrder, cause: OrderCause): SwitchAction {
    switch (order) {
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

  /** Somebody at the lever. A lock holds the lever too. */
  moveByHand(to: 'open' | 'close'): void {
    if (to === 'open' && this.closed) this.#action = 'openByManual';
    if (to === 'close' && !this.closed && !this.#action.startsWith('lock')) {
      this.#action = 'closeByManual';
    }
  }

  /** A protection, the mains or the padlock; the device's own doing. */
  become(action: SwitchAction): void {
    this.#action = action;
  }
}
