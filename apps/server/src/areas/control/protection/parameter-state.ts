/** Stored parameters of a device, without a request to it, and the state of the last commands. */
import type { ProtectionName } from '@busbar/domain/protection/definition';
import { PROTECTIONS } from '@busbar/domain/protection/protections/protections';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { CommandState } from '@busbar/domain/switch/command-state';
import { sql } from 'kysely';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { findDevice } from '../../fleet/devices/device-lookup.ts';
import { type ControlTarget, findTarget } from '../commands/control-target.ts';
import { type ParameterRow, parametersOfDevice } from './parameter-queries.ts';

export interface LastCommand {
  readonly commandId: string;
  readonly state: CommandState;
  readonly reason: string | null;
  readonly detail: string | null;
  /** Time at which it reached that state, ms. */
  readonly at: number;
}

export interface SetState {
  readonly set: ProtectionName;
  readonly messageType: string;
  readonly row: ParameterRow | undefined;
  readonly lastRead: LastCommand | undefined;
  readonly lastWrite: LastCommand | undefined;
}

export interface ParameterState {
  readonly target: ControlTarget;
  readonly deviceName: string;
  readonly ratedVoltageV: number | null;
  readonly ratedCurrentA: number | null;
  readonly sets: readonly SetState[];
}

export async function parameterState(
  ctx: Context,
  caller: Caller,
  device: string | number,
): Promise<Outcome<ParameterState>> {
  const { db } = ctx.database;
  const found = await findDevice(db, caller, device);
  const target = found && (await findTarget(ctx, db, caller, found.deviceId));
  if (found === undefined || target === undefined) return refused('not-found');
  if (target.kind !== 'main') return refused('protection-not-supported');
  const nameplate = await db
    .selectFrom('device')
    .select(['rated_voltage_v', 'rated_current_a'])
    .where('customer_id', '=', target.customerId)
    .where('device_id', '=', target.deviceId)
    .executeTakeFirst();
  const rows = await parametersOfDevice(db, target);
  const commands = await lastCommands(db, target);
  const last = (kind: 'read' | 'write', set: ProtectionName): LastCommand | undefined =>
    commands.find((command) => command.kind === kind && command.set === set);
  return done({
    target,
    deviceName: found.name,
    ratedVoltageV: nameplate?.rated_voltage_v ?? null,
    ratedCurrentA: nameplate?.rated_current_a ?? null,
    sets: PROTECTIONS.map(({ name: set, messageType }) => ({
      set,
      messageType,
      row: rows.find((row) => row.parameter_set === set),
      lastRead: last('read', set),
      lastWrite: last('write', set),
    })),
  });
}

interface NamedCommand extends LastCommand {
  readonly kind: 'read' | 'write';
  readonly set: ProtectionName;
}

async function lastCommands(db: Executor, target: ControlTarget): Promise<NamedCommand[]> {
  const names = PROTECTIONS.map(({ name }) => name);
  const { rows } = await sql<NamedCommand>`
    select asked.kind, asked.what as set, c.command_id as "commandId", c.state, c.reason,
      c.detail, step.at
    from (select kind, what from unnest(array['read', 'write']) kind
      cross join unnest(${sql.val(names)}::text[]) what) asked
    cross join lateral (
      select command_id, state, reason, detail from command
      where customer_id = ${target.customerId} and device_id = ${target.deviceId}
        and kind in ('read', 'write') and kind = asked.kind and args ->> 'what' = asked.what
      order by created_at desc limit 1) c
    cross join lateral (
      select at from command_transition
      where customer_id = ${target.customerId} and command_id = c.command_id
      order by step desc limit 1) step`.execute(db);
  return rows;
}
