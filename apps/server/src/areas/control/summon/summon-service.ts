/** "Read now": requests the values of a device, which then arrive like any reading. */
import type { Outcome } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { queryDevice } from './query-device.ts';

export interface SummonRequest {
  readonly device: string | number;
  readonly dataType: 'variable' | 'energy';
  readonly source: string;
}

export function summon(
  ctx: Context,
  caller: Caller,
  { device, dataType, source }: SummonRequest,
): Promise<Outcome<{ readonly commandId: string }>> {
  return queryDevice(ctx, caller, {
    device,
    kind: 'summon',
    args: { dataType },
    what: dataType,
    source,
  });
}
