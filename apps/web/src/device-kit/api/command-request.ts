/** A command that the user has confirmed. */
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import { present } from '../../lib/address/search-params.ts';

export interface CommandRequest {
  readonly command: SwitchCommand;
  /** Idempotency key of the confirmed dialog; unchanged if the password is requested afterwards. */
  readonly requestKey: string;
  /** Reason and end (ms) of a lock. */
  readonly reason?: string;
  readonly until?: number;
}

/** Returns the part of the request body that is common to all calls which submit a command. */
export const commandBody = (
  { command, reason, until }: Omit<CommandRequest, 'requestKey'>,
  password?: string,
) => ({
  data: { switch: command },
  ...present({ reason, until, password }),
});
