/** What carrying a command out came to. */
import type { JsonObject } from '@busbar/device-protocol/payload';
import type { ReplyName } from '@busbar/device-protocol/reply-codes';
import type { Outgoing } from './outgoing.ts';

export interface Carried {
  readonly name: ReplyName;
  readonly message?: string | undefined;
  readonly data?: JsonObject | undefined;
  /** What follows the reply. */
  readonly afterwards?: readonly Outgoing[];
  /** A contact really moved. */
  readonly moved?: boolean;
}
