/** Requests one set of parameters from a device. Concurrent requests share one read. */
import type { ProtectionName } from '@busbar/domain/protection/definition';
import type { Outcome } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { requestHash } from '../commands/idempotency.ts';
import { openQueries } from '../commands/open-command-queries.ts';
import { passGate, type WorkOfRequest } from './parameter-gate.ts';

export interface ReadRequest extends WorkOfRequest {
  readonly device: string | number;
  readonly set: ProtectionName;
  readonly source: string;
}

export function readParameters(
  ctx: Context,
  caller: Caller,
  request: ReadRequest,
): Promise<Outcome<{ readonly commandId: string }>> {
  const { set } = request;
  return passGate(ctx, caller, {
    ...request,
    kind: 'read',
    async validate(trx, target) {
      // A read that was sent before the device went offline will not be answered either.
      const isThere = target.presence !== 'offline';
      const open = isThere ? await openQueries(ctx, trx, target, 'read') : [];
      const same = open.find(({ args }) => (args as { readonly what?: unknown }).what === set);
      if (same !== undefined) return { kind: 'same', commandId: same.command_id };
      return {
        kind: 'new',
        args: { what: set },
        requestHash: requestHash(target.deviceId, { command: `read ${set}` }),
      };
    },
  });
}
