/** A group's defaults for new devices, on v2. */

import type { groupDefaultCalls } from '@busbar/contract/v2/fleet/group-defaults';
import { snakeCaseKeys } from '@busbar/domain/key-case';
import {
  changeDefaults,
  findDefaults,
  type ShownDefaults,
} from '../../../areas/fleet/defaults/group-defaults.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

const WIRE_NAMES = {
  rate: 'rate_id',
  interval: 'expected_interval_s',
  template: 'template_id',
};

export function groupDefaultHandlers(ctx: Context): HandlersOf<typeof groupDefaultCalls> {
  return {
    'v2.groups.defaults': async ({ params, caller }) => {
      const found = await findDefaults(ctx, caller, params.id);
      return found.ok ? { data: present(found.value) } : found;
    },
    'v2.groups.defaults.change': async ({ params, body, caller }) => {
      const changed = await changeDefaults(ctx, caller, params.id, {
        rate: body.rate_id,
        interval: body.expected_interval_s,
        template: body.template_id,
        version: body.version,
      });
      if (!changed.ok) return onWire(changed, WIRE_NAMES);
      return { data: present(changed.value), msg: REFUSAL_MESSAGES.updated };
    },
  };
}

const present = ({ own, ...shown }: ShownDefaults) => ({ ...shown, own: snakeCaseKeys(own) });
