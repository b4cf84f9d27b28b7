/** From a row of `command` to what goes down to the device. */
import type { DownCommand } from '@busbar/device-protocol/down-command';
import { encodeCommand } from '@busbar/device-protocol/encode-down';
import type { CommandKind } from '../../storage/schema.ts';

export interface SendableRow {
  readonly command_id: string;
  readonly kind: CommandKind;
  readonly args: unknown;
  readonly expires_at: number;
}

/**
 * `args` holds the fields of the protocol's command of that kind; what else it holds (the reason of
 * a lock) is for people and does not go out, because the encoder writes only what it knows.
 */
export function downPayload(row: SendableRow): string {
  return encodeCommand({
    ...(row.args as object),
    op: row.kind,
    id: row.command_id,
    expiresAt: row.expires_at,
  } as DownCommand);
}
