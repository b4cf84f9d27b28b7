/** Finds a meter on a line, and checks what is entered for it against the line. */
import { ratiosOf } from '@busbar/device-profiles/profile';
import { checkMeter, type MeterForm, type RatioValues } from '@busbar/domain/line/line-form';
import { checkSwitching, type SwitchingForm } from '@busbar/domain/line/switching-form';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { type FoundDevice, findDevice } from '../devices/device-lookup-queries.ts';
import { profileForMeter, profileOfMeter } from '../meter-profiles/profile-of-meter.ts';
import { findSerialLines, type MeterSettings, type StoredMeter } from './serial-line-queries.ts';

export interface MeterEdit extends MeterForm {
  /** Id of the profile. */
  readonly profile: string;
  /** Undefined to leave the switching of the meter as it is. */
  readonly switching: SwitchingForm | undefined;
}

export interface CheckedMeter {
  readonly settings: MeterSettings;
  readonly switching: SwitchingForm | undefined;
  /** The stored settings if they are of the same meter; undefined for another or a new one. */
  readonly former: StoredMeter | undefined;
}

/** Returns a slave of the DTU, or the DTU itself, by id or code. */
export async function findMeter(
  trx: Executor,
  caller: Caller,
  dtu: FoundDevice,
  idOrCode: string | number,
): Promise<Outcome<FoundDevice>> {
  const device = await findDevice(trx, caller, idOrCode);
  if (device === undefined) return refused('not-found');
  if (dtu.kind !== 'dtu') return refused('device-not-dtu');
  const isOnLine = device.deviceId === dtu.deviceId || device.gatewayId === dtu.deviceId;
  return isOnLine ? done(device) : refused('not-found');
}

/** Checks a meter against the line; `ownId` is the device whose settings are replaced. */
export async function checkOnLine(
  trx: Executor,
  dtu: FoundDevice,
  form: MeterEdit,
  ownId: number | undefined,
): Promise<Outcome<CheckedMeter>> {
  if (dtu.kind !== 'dtu') return refused('device-not-dtu');
  const [line] = await findSerialLines(trx, [dtu]);
  if (line === undefined) return refused('line-missing');
  const { protocol, transport, meters } = line;
  const others = meters.filter(({ deviceId }) => deviceId !== ownId);
  const stored = meters.find(({ deviceId }) => deviceId === ownId);
  const isKept = stored?.profileId === form.profile;
  // A meter keeps its profile also if the caller may not choose it for others.
  const profile = isKept ? profileOfMeter(stored) : await profileForMeter(trx, dtu, form.profile);
  const facts = profile && { protocol: profile.protocol, ratios: ratiosOf(profile) };
  const stations = others.map(({ station }) => station);
  const checked = checkMeter(form, facts, { protocol, transport, stations });
  if (!checked.ok) return checked;
  const { station, intervalS } = checked.value;
  const { profile: profileId } = form;
  // A password belongs to the meter at the former station, and is not sent to another one.
  const isSame = stored?.station === station && stored.profileId === profileId;
  const former = isSame ? stored : undefined;
  const switching =
    form.switching &&
    checkSwitching(form.switching, {
      protocol,
      isBreaker: profile?.switching !== undefined,
      hasPassword: former?.access !== undefined,
    });
  if (switching?.ok === false) return switching;
  return done({
    settings: { station, intervalS, profileId, ratios: storedRatios(form) },
    switching: switching?.value,
    former,
  });
}

export function storedRatios(form: RatioValues): MeterSettings['ratios'] {
  const { ctPrimary, ctSecondary, ptPrimary, ptSecondary } = form;
  const ratio = (primary: number | null, secondary: number | null) =>
    primary === null || secondary === null ? undefined : { primary, secondary };
  const ct = ratio(ctPrimary, ctSecondary);
  const pt = ratio(ptPrimary, ptSecondary);
  return { ...(ct && { ct }), ...(pt && { pt }) };
}
