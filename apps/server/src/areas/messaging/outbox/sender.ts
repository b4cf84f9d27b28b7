/** Interface of an output channel: mail, push or webhook. The worker depends only on it. */
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import type { OutboxItem } from './outbox-queries.ts';

export interface SendResult {
  readonly ok: boolean;
  /** Error code for the user if sending failed. */
  readonly error?: string;
  /**
   * `later`: retry; `never`: permanent error; `down`: the receiver failed, not the item; `off`: on
   * hold until the channel is enabled again; `stopped`: shutdown, the attempt does not count.
   */
  readonly blame?: 'later' | 'never' | 'down' | 'off' | 'stopped';
  /** Runs in the transaction that completes the item. */
  settled?(trx: Executor, state: 'done' | 'waiting' | 'dead' | 'held'): Promise<void>;
}

export interface Sender {
  send(ctx: Context, item: OutboxItem, signal: AbortSignal): Promise<SendResult>;
}
