/** How the meters on serial lines are switched. */
import type { CloseMode } from '@busbar/domain/line/switching-form';
import type { Executor } from '../../../storage/database.ts';

/** What a DL/T 645 meter requires of a switching command. */
export interface MeterAccess {
  readonly level: number;
  /** Encrypted (`meterPasswordOf`). */
  readonly sealedPassword: string;
  readonly operatorCode: string;
  readonly closeMode: CloseMode;
}

/** The columns of `line_meter`; null if the row has none. */
export interface SwitchingColumns {
  readonly canSwitch: boolean;
  readonly passwordLevel: number | null;
  readonly sealedPassword: string | null;
  readonly operatorCode: string | null;
  readonly closeMode: string | null;
}

/** Returns undefined if the meter is only read, or needs no password. */
export function accessOf(row: SwitchingColumns): MeterAccess | undefined {
  const { canSwitch, passwordLevel, sealedPassword, operatorCode, closeMode } = row;
  if (!canSwitch || passwordLevel === null || sealedPassword === null) return undefined;
  if (operatorCode === null || closeMode === null) return undefined;
  return {
    level: passwordLevel,
    sealedPassword,
    operatorCode,
    closeMode: closeMode as CloseMode,
  };
}

/** Replaces the settings; a Modbus breaker is switched without `access`. */
export async function saveMeterAccess(
  executor: Executor,
  { customerId, deviceId }: { readonly customerId: number; readonly deviceId: number },
  access: MeterAccess | undefined,
  canSwitch = access !== undefined,
): Promise<void> {
  await executor
    .updateTable('line_meter')
    .set({
      can_switch: canSwitch,
      password_level: access?.level ?? null,
      password: access?.sealedPassword ?? null,
      operator_code: access?.operatorCode ?? null,
      close_mode: access?.closeMode ?? null,
    })
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .execute();
}
