/** Tests of meter profiles on the line of a DTU, on v2. */
import type { lineTestCalls } from '@busbar/contract/v2/fleet/line-tests';
import {
  readProfileTest,
  startProfileTest,
} from '../../../areas/fleet/serial-lines/test-profile.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { onWire } from '../../responses/field-names.ts';

export function lineTestHandlers(ctx: Context): HandlersOf<typeof lineTestCalls> {
  return {
    'v2.serial-line.tests.start': async ({ params, body, caller }) => {
      const form = {
        table: body.profile,
        station: body.station,
        ctPrimary: body.ct_primary,
        ctSecondary: body.ct_secondary,
        ptPrimary: body.pt_primary,
        ptSecondary: body.pt_secondary,
      };
      const started = await startProfileTest(ctx, caller, params.device_code, form);
      return started.ok ? { data: { id: started.value.testId } } : onWire(started);
    },
    'v2.serial-line.tests.one': async ({ params, caller }) => {
      const found = await readProfileTest(ctx, caller, params.device_code, params.id);
      if (!found.ok) return found;
      const { state, quantities } = found.value;
      const tested = quantities.map((one) => ({ ...one, words: [...one.words] }));
      return { data: { state, quantities: tested } };
    },
  };
}
