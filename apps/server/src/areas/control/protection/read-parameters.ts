/** Requests one set of parameters from a device. Concurrent requests share one read. */
import type { ProtectionName } from '@busbar/domain/protection/definition';
import type { Outcome } from '@busbar/domain/refusal';
import { sql } from 'kysely';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { databaseTime } from '../../shared/database-time-queries.ts';
import type { ControlTarget } from '../commands/control-target.ts';
import { requestHash } from '../commands/idempotency.ts';
import { passGate } from './parameter-gate.ts';

export interface ReadRequest {
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
      const commandId = isThere ? await readUnderWay(ctx, trx, target, set) : undefined;
      if (commandId !== undefined) return { kind: 'same', commandId };
      return {
        kind: 'new',
        args: { what: set },
        requestHash: requestHash(target.deviceId, { order: `read ${set}` }),
      };
    },
  });
}

async function readUnderWay(
  ctx: Context,
  trx: Executor,
  target: ControlTarget,
  set: ProtectionName,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('command')
    .select('command_id')
    .where('customer_id', '=', target.customerId)
    .where('device_id', '=', target.deviceId)
    .where('kind', '=', 'read')
    .where('state', 'in', ['queued', 'sent'])
    .where(sql<boolean>`args ->> 'what' = ${set}`)
    .where(sql<boolean>`expires_at > ${databaseTime(ctx)}`)
    .executeTakeFirst();
  return row?.command_id;
}
