import type { SwitchCommand } from '@busbar/domain/switch/interlock';

/** A request to switch a breaker, from any API call or timer. */
export interface SwitchRequest {
  /** Device id or code, exactly as the caller sent it. */
  readonly device: string | number;
  readonly command: SwitchCommand;
  /** True to queue the command for an offline device until it expires (docs/decisions.md 8). */
  readonly queue?: boolean | undefined;
  /** Reason of a lock; `until` is its expected end, epoch ms. */
  readonly reason?: string | undefined;
  readonly until?: number | undefined;
  /**
   * For a command that a tower issues by its rules: the tower user it concerns, the cause, and the
   * bus voltage, V.
   */
  readonly tower?: { readonly user: string; readonly cause: string; readonly busV: number | null };
  /**
   * Latest end of the command, epoch ms, even if its normal life is longer: for the minute of a
   * timer, or a shared message.
   */
  readonly endsBy?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Id returned by the first step of a two-step command (`selection.ts`). */
  readonly select?: string | undefined;
  /** Hash of the whole request if this command is only one part of it. */
  readonly requestHash?: Buffer | undefined;
  /** Id of the message in which the command is sent together with others. */
  readonly messageId?: string | undefined;
  /** The caller's own password, given again to exceed the limit per minute. */
  readonly password?: string | undefined;
  /** The batch command that this command is a step of. */
  readonly batchCommandId?: string | undefined;
  /** Name of the API call or other source of the command. */
  readonly source: string;
}
