/** v2 calls for device types. */
import type { deviceTypeCalls } from '@busbar/contract/v2/shared/device-types';
import { prefixOfKind } from '@busbar/domain/device/device-type';
import { pickSnakeCase } from '@busbar/domain/key-case';
import { changeDeviceType } from '../../../areas/shared/reference/change-device-type.ts';
import { listDeviceTypes } from '../../../areas/shared/reference/reference-queries.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

export function deviceTypeHandlers(ctx: Context): HandlersOf<typeof deviceTypeCalls> {
  return {
    'v2.device-types': async () => {
      const list = await listDeviceTypes(ctx.database.db);
      return {
        data: {
          list: list.map((type) => ({
            prefix: prefixOfKind(type.kind),
            ...pickSnakeCase(type, 'id', 'name', 'kind', 'expectedIntervalS'),
          })),
        },
      };
    },
    'v2.device-types.change': async ({ params, body, caller }) => {
      const changed = await changeDeviceType(
        ctx,
        caller,
        params.id,
        { name: body.name, expectedIntervalS: body.expected_interval_s },
        { name: body.was.name, expectedIntervalS: body.was.expected_interval_s },
      );
      return changed.ok ? { msg: REFUSAL_MESSAGES.updated } : onWire(changed);
    },
  };
}
