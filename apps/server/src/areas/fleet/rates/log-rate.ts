/** Writes the audit event of a changed tariff, in the transaction of the change. */

import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import type { TariffVersion } from '@busbar/domain/tariff/tariff-version';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';

export function logRate(
  ctx: Pick<Context, 'clock'>,
  trx: Executor,
  caller: Caller,
  command: 'add rate' | 'change rate' | 'withdraw rate version' | 'delete rate',
  name: string,
  version?: TariffVersion,
): Promise<void> {
  return writeLog(trx, caller, {
    at: ctx.clock.now(),
    module: LOG_MODULES.tariffs,
    command,
    detail: {
      rate: name,
      ...(version === undefined
        ? {}
        : { version: version.version, startDay: version.startDay, prices: version.prices }),
    },
  });
}
