import type { SwitchOrder } from '@busbar/domain/switch/interlock';

/** A request to switch a breaker, from any API call or timer. */
export interface SwitchRequest {
  /** Id or code, exactly as the caller sent it. */
  readonly device: string | number;
  readonly order: SwitchOrder;
  /** Queue it for an offline device until it expires (docs/decisions.md 8). */
  readonly queue?: boolean | undefined;
  /** Reason and expiry (ms) of a lock. */
  readonly reason?: string | undefined;
  readonly until?: number | undefined;
  /**
   * For a command that a tower issues by its rules: the user it concerns, the cause, and the bus
   * voltage, V.
   */
  readonly tower?: { readonly user: string; readonly cause: string; readonly busV: number | null };
  /**
   * The command ends by then (ms) even if its normal life is longer: a timer's minute, a shared
   * message.
   */
  readonly endsBy?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Id returned by the first step of a two-step command (`selection.ts`). */
  readonly select?: string | undefined;
  /** Hash of the whole request if this command is only a part of it. */
  readonly requestHash?: Buffer | undefined;
  /** Id of the message in which it is sent together with others. */
  readonly messageId?: string | undefined;
  /** The caller's own password, given again to exceed the limit per minute. */
  readonly password?: string | undefined;
  /** The batch command that this command is a turn of. */
  readonly groupOrderId?: string | undefined;
  /** Name of the API call or other source. */
  readonly source: string;
}
