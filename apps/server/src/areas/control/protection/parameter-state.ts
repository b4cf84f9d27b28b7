/** A device's parameters as stored, not requested, and the state of its last parameter commands. */
import type { ProtectionName } from '@busbar/domain/protection/definition';
import { PROTECTIONS } from '@busbar/domain/protection/protections/protections';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { findDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { ratedValues } from '../../fleet/devices/device-queries.ts';
import { type ControlTarget, findTarget } from '../commands/control-target-queries.ts';
import { type LastCommand, lastCommands } from './parameter-command-queries.ts';
import { type ParameterRow, parametersOfDevice } from './parameter-queries.ts';

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
  const rated = await ratedValues(db, target);
  const rows = await parametersOfDevice(db, target);
  const commands = await lastCommands(db, target);
  const last = (kind: 'read' | 'write', set: ProtectionName): LastCommand | undefined =>
    commands.find((command) => command.kind === kind && command.set === set);
  return done({
    target,
    deviceName: found.name,
    ratedVoltageV: rated.voltageV,
    ratedCurrentA: rated.currentA,
    sets: PROTECTIONS.map(({ name: set, messageType }) => ({
      set,
      messageType,
      row: rows.find((row) => row.parameter_set === set),
      lastRead: last('read', set),
      lastWrite: last('write', set),
    })),
  });
}
