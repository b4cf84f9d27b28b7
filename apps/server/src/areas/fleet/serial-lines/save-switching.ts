/** Stores how a meter is switched, with its password encrypted. */
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { meterPasswordOf } from '../../shared/installation/sealed-columns.ts';
import { secretsOf } from '../../shared/installation/sealed-secrets.ts';
import type { CheckedMeter } from './check-on-line.ts';
import { type MeterAccess, saveMeterAccess } from './meter-switching-queries.ts';
import type { LineDevice, StoredMeter } from './serial-line-queries.ts';

/** The settings as the operation log shows them: without the password. */
export interface LoggedSwitching {
  readonly canSwitch: boolean;
  readonly operatorCode?: string;
  readonly closeMode?: string;
  readonly isAccessChanged?: true;
}

/** Requires the row of the meter. Other settings than the switching are stored before. */
export async function saveSwitching(
  ctx: Context,
  trx: Executor,
  device: LineDevice,
  { switching, former }: CheckedMeter,
): Promise<LoggedSwitching> {
  const access =
    switching === undefined
      ? former?.access
      : accessIn(ctx, device, switching, former?.access?.sealedPassword);
  const canSwitch = switching?.canSwitch ?? former?.canSwitch ?? false;
  await saveMeterAccess(trx, device, access, canSwitch);
  if (access === undefined) return { canSwitch };
  const { operatorCode, closeMode } = access;
  const isChanged = access.sealedPassword !== former?.access?.sealedPassword;
  return {
    ...{ canSwitch, operatorCode, closeMode },
    ...(isChanged && { isAccessChanged: true }),
  };
}

function accessIn(
  ctx: Context,
  { customerId, deviceId }: LineDevice,
  switching: NonNullable<CheckedMeter['switching']>,
  storedPassword: string | undefined,
): MeterAccess | undefined {
  const { canSwitch, passwordLevel, password, operatorCode, closeMode } = switching;
  const sealedPassword =
    password === null
      ? storedPassword
      : secretsOf(ctx.config).seal(meterPasswordOf(customerId, deviceId), password);
  const isComplete = passwordLevel !== null && operatorCode !== null && closeMode !== null;
  if (!canSwitch || !isComplete || sealedPassword === undefined) return undefined;
  return { level: passwordLevel, sealedPassword, operatorCode, closeMode };
}

/** Returns undefined if the meter has no password, or one that this installation cannot decrypt. */
export function passwordOf(
  ctx: Context,
  customerId: number,
  { deviceId, access }: Pick<StoredMeter, 'deviceId' | 'access'>,
): string | undefined {
  if (access === undefined) return undefined;
  return secretsOf(ctx.config).open(meterPasswordOf(customerId, deviceId), access.sealedPassword);
}
