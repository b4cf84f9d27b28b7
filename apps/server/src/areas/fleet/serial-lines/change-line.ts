/**
 * Changes the settings of a serial line, unless a command to switch is open on it; the driver reads
 * them again after the commit, and connects to the address of an outgoing line.
 */
import { checkLine } from '@busbar/domain/line/line-form';
import { DIAL_IN, type LineAddress } from '@busbar/domain/line/line-transport';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { changing } from '../devices/change-device.ts';
import { logDeviceChange } from '../groups/device-changed.ts';
import { profileOfMeter } from '../meter-profiles/profile-of-meter.ts';
import { checkReach } from './check-reach.ts';
import { hasOpenLineCommand } from './line-command-queries.ts';
import { saveLineAddress } from './outgoing-line-queries.ts';
import { findSerialLines, type LineOptions, saveSerialLine } from './serial-line-queries.ts';

/** Without `address` the line is connected as before. */
export interface LineEdit extends Omit<LineOptions, keyof LineAddress> {
  readonly address: LineAddress | undefined;
}

export async function changeLine(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
  { address: newAddress, ...form }: LineEdit,
): Promise<Outcome<null>> {
  let needsNewSignIn = false;
  const hasEnded = () => needsNewSignIn;
  return changing(ctx, caller, idOrCode, hasEnded, async (trx, dtu) => {
    if (dtu.kind !== 'dtu') return refused('device-not-dtu');
    const [stored] = await findSerialLines(trx, [dtu]);
    const protocols = (stored?.meters ?? []).flatMap(
      (meter) => profileOfMeter(meter)?.protocol ?? [],
    );
    const { transport, host, port } = newAddress ?? stored ?? DIAL_IN;
    const checked = checkLine({ ...form, transport, host, port }, protocols);
    if (!checked.ok) return checked;
    const reach = checkReach(checked.value, ctx.config.outbound);
    if (!reach.ok) return reach;
    if (await hasOpenLineCommand(ctx, trx, dtu)) return refused('control-busy');
    // A DTU that has registered without a secret must register again.
    needsNewSignIn = stored?.needsSecret === false && form.needsSecret;
    const { address, ip } = reach.value;
    const isSaved = await saveLineAddress(trx, dtu, address, ip);
    if (!isSaved) return refused('line-address-taken', 'host');
    await saveSerialLine(trx, dtu, form);
    const detail = {
      ...form,
      transport: address.transport,
      host: address.host,
      port: address.port,
    };
    await logDeviceChange(ctx, trx, caller, 'change line', dtu, detail);
    return done(null);
  });
}
