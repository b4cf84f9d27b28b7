/** Lets platform administrators rename a device type or change its report interval. */

import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { intervalRefusal, typeNameRefusal } from '@busbar/domain/device/device-type';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { parseId } from '../identifier.ts';
import { writeLog } from '../operation-log/write-log.ts';
import { plainText } from '../plain-text.ts';
import { lockDeviceTypes, updateDeviceType } from './reference-queries.ts';

export interface TypeSettings {
  readonly name: string;
  /** Seconds; applies to devices registered later. */
  readonly expectedIntervalS: number;
}

/** `was` contains the settings that were read, for conflict detection. */
export function changeDeviceType(
  ctx: Context,
  caller: Caller,
  id: string,
  given: TypeSettings,
  was: TypeSettings,
): Promise<Outcome<undefined>> {
  return ctx.database.transaction(async (trx) => {
    const types = await lockDeviceTypes(trx);
    const type = types.find((one) => one.id === (parseId(id) ?? -1));
    if (type === undefined) return refused('not-found');
    const before = { name: type.name, expectedIntervalS: type.expectedIntervalS };
    if (before.name !== was.name || before.expectedIntervalS !== was.expectedIntervalS) {
      return refused('device-type-changed');
    }
    const name = plainText(given.name);
    const { expectedIntervalS } = given;
    const nameRefusal = typeNameRefusal(name, type.kind);
    if (nameRefusal !== undefined) return refused(nameRefusal, 'name');
    const key = name.toLowerCase();
    if (types.some((one) => one.id !== type.id && one.name.toLowerCase() === key)) {
      return refused('device-type-name-taken', 'name');
    }
    const refusal = intervalRefusal(expectedIntervalS);
    if (refusal !== undefined) return refused(refusal, 'expectedIntervalS');
    if (name === before.name && expectedIntervalS === before.expectedIntervalS) {
      return done(undefined);
    }
    await updateDeviceType(trx, type.id, name, expectedIntervalS);
    await writeLog(trx, caller, {
      at: ctx.clock.now(),
      module: LOG_MODULES.referenceData,
      command: 'change device type',
      detail: { type: type.id, before, after: { name, expectedIntervalS } },
    });
    return done(undefined);
  });
}
