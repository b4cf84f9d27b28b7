/** Decodes one stored reading by the present settings of its meter, and compares it with its rows. */
import type { Profile, Ratios } from '@busbar/device-profiles/profile';
import { decodeAnswers } from '@busbar/device-profiles/raw/answer-bytes';
import { answerDecoder } from '@busbar/device-profiles/raw/decode-answers';
import { readingOf } from '@busbar/device-profiles/reading/reading-of';
import { measuredOf } from '@busbar/domain/device/measured-values';
import type { EnergyRegisters } from '@busbar/domain/device/measurement';
import { measuredHash, registersHash, storedHash } from '../../telemetry/content/content-hash.ts';
import { QUALITY_ARRIVAL, type ReadingRow } from '../../telemetry/ingest/work.ts';
import type { TrackedDevice } from '../../telemetry/presence/link-device.ts';
import type { StoredAnswers } from './answer-queries.ts';

export interface DecodedAgain {
  readonly row: ReadingRow;
  /** True if the stored values are other ones, or none. */
  readonly isMeasuredChanged: boolean;
  readonly isRegistersChanged: boolean;
  readonly outOfBounds: number;
}

export type DecodeAgain = (stored: StoredAnswers) => DecodedAgain | undefined;

const NOTHING_MEASURED = measuredOf({});

/**
 * Returns a function that returns undefined for answers in an unknown form. A reading that is empty
 * now keeps its row, without values. `thinnedBefore`: earlier measurements are quarter hours and
 * stay as they are.
 */
export function againBy(
  profile: Profile,
  ratios: Ratios,
  device: TrackedDevice,
  thinnedBefore: number,
): DecodeAgain {
  const decode = answerDecoder(profile, ratios);
  return (stored) => {
    const answers = decodeAnswers(stored.answers);
    if (answers === undefined) return undefined;
    const { at } = stored;
    const { measured, registers, rejected } = readingOf(decode(answers));
    const isThinned = at < thinnedBefore;
    const newMeasured = measured ?? (stored.measuredHash === null ? undefined : NOTHING_MEASURED);
    const newRegisters = registers ?? (stored.registersHash === null ? undefined : {});
    const row: ReadingRow = {
      device,
      at,
      quality: stored.registersQuality ?? stored.measuredQuality ?? QUALITY_ARRIVAL,
      deviceTime: undefined,
      measured: newMeasured,
      measuredHash: newMeasured === undefined ? 0 : storedHash(measuredHash(newMeasured)),
      registers: newRegisters,
      registersHash: newRegisters === undefined ? 0 : storedHash(registersHash(newRegisters)),
    };
    return {
      row,
      isMeasuredChanged:
        !isThinned && newMeasured !== undefined && row.measuredHash !== stored.measuredHash,
      isRegistersChanged: newRegisters !== undefined && row.registersHash !== stored.registersHash,
      outOfBounds: rejected.length,
    };
  };
}

/** The register by which the device is billed, in kWh. */
export function billedKwh(
  reported: 'activeTotal' | 'activeImport' | undefined,
  total: number | null | undefined,
  imported: number | null | undefined,
): number | undefined {
  // A device that has never sent a total is billed by it from the first one on.
  return (reported === 'activeTotal' ? total : (total ?? imported)) ?? undefined;
}

export function billedOf(
  reported: 'activeTotal' | 'activeImport' | undefined,
  { activeTotal, activeImport }: EnergyRegisters = {},
): number | undefined {
  return billedKwh(reported, activeTotal, activeImport);
}
