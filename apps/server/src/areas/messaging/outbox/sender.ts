/** One way out of the platform: mail, push, webhook. The worker knows no more of it than this. */
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import type { OutboxItem } from './outbox-repository.ts';

export interface SendResult {
  readonly ok: boolean;
  /** A word for a person, when it failed. */
  readonly error?: string;
  /**
   * later: try again; never: it will not be taken however often; down: the receiver, not the item,
   * is to blame; off: not to be sent now at all, until it is turned on again; stopped: the server
   * ends, the attempt does not count.
   */
  readonly blame?: 'later' | 'never' | 'down' | 'off' | 'stopped';
  /** What the sender wants written in the transaction that settles the item. */
  settled?(trx: Executor, state: 'done' | 'waiting' | 'dead' | 'held'): Promise<void>;
}

export interface Sender {
  send(ctx: Context, item: OutboxItem, signal: AbortSignal): Promise<SendResult>;
}
