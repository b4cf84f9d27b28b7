/** Changes the settings of a serial line; the driver reads them again after the commit. */
import { builtinProfile } from '@busbar/device-profiles/builtin-profiles';
import { checkLine } from '@busbar/domain/line/line-form';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { changing } from '../devices/change-device.ts';
import { logDeviceChange } from '../groups/device-changed.ts';
import { findSerialLines, type LineOptions, saveSerialLine } from './serial-line-queries.ts';

export async function changeLine(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
  form: LineOptions,
): Promise<Outcome<null>> {
  let needsNewSignIn = false;
  const hasEnded = () => needsNewSignIn;
  return changing(ctx, caller, idOrCode, hasEnded, async (trx, dtu) => {
    if (dtu.kind !== 'dtu') return refused('device-not-dtu');
    const [stored] = await findSerialLines(trx, [dtu]);
    const protocols = (stored?.meters ?? []).flatMap(
      ({ profileId }) => builtinProfile(profileId)?.protocol ?? [],
    );
    const checked = checkLine(form, protocols);
    if (!checked.ok) return checked;
    // A DTU that has registered without a secret must register again.
    needsNewSignIn = stored?.needsSecret === false && form.needsSecret;
    await saveSerialLine(trx, dtu, form);
    await logDeviceChange(ctx, trx, caller, 'change line', dtu, { ...form });
    return done(null);
  });
}
