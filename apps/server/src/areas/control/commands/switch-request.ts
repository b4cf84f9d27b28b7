import type { SwitchOrder } from '@busbar/domain/switch/interlock';

/** An order to move a breaker, from whichever call it came. */
export interface SwitchRequest {
  /** Id or code, as the caller named it. */
  readonly device: string | number;
  readonly order: SwitchOrder;
  /** Let it wait for an offline device until it expires (docs/decisions.md 8). */
  readonly queue?: boolean | undefined;
  /** Why, and until when (ms), for a lock. */
  readonly reason?: string | undefined;
  readonly until?: number | undefined;
  /** Of an order a tower gives by its rules: which user it concerns, why, and at which bus voltage, V. */
  readonly tower?: { readonly user: string; readonly cause: string; readonly busV: number | null };
  /** The command ends by then (ms) though an order may live longer: a timer's minute, a shared message. */
  readonly endsBy?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  /** The number of the first step, when the order comes in two (`selection.ts`). */
  readonly select?: string | undefined;
  /** Identity of the whole request, when this order is only a part of it. */
  readonly requestHash?: Buffer | undefined;
  /** The message it goes out in together with others. */
  readonly messageId?: string | undefined;
  /** The caller's own password, given again to go on past the limit of a minute. */
  readonly password?: string | undefined;
  /** The group order it is a turn of. */
  readonly groupOrderId?: string | undefined;
  /** Name of the call it came by. */
  readonly source: string;
}
