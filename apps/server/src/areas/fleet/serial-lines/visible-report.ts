/**
 * The part of a line report that a caller may see: the frames on a line belong to the meters with
 * their stations, which can be in groups outside the scope of a caller who sees the DTU.
 */
import { readHex } from '@busbar/device-protocol/frame/hex';
import { addressesOfFrame } from '@busbar/device-protocol/frame/names/frame-addresses';
import { frameTarget, type LineDevice } from '@busbar/domain/switch/frame-target';
import type { LineReport, ReportedFrame } from './line-report-queries.ts';

/** Results of bytes that are complete frames, whose station is known. */
const COMPLETE: ReadonlySet<string> = new Set(['sent', 'answer', 'refusal']);

/** `devices`: the DTU with this id and all its slaves. */
export function visibleReport(
  report: LineReport,
  carrierId: number,
  devices: readonly LineDevice[],
): LineReport {
  if (devices.every(({ isInScope }) => isInScope)) return report;
  const hidden = new Set(
    devices.flatMap(({ isInScope, address }) => (isInScope ? [] : [address?.station])),
  );
  const isShown = ({ station }: { readonly station: string }) => !hidden.has(station);
  return {
    ...report,
    leftAlone: report.leftAlone.filter(isShown),
    faults: report.faults.filter(isShown),
    frames: report.frames.flatMap((frame) => visibleFrame(frame, carrierId, devices)),
  };
}

/** Discarded bytes are shown without their contents: they can be a part of any meter's answer. */
function visibleFrame(
  frame: ReportedFrame,
  carrierId: number,
  devices: readonly LineDevice[],
): ReportedFrame[] {
  if (!COMPLETE.has(frame.result)) return [{ ...frame, hex: null, words: [] }];
  // A password that is masked is not a part of the address.
  const read = readHex((frame.hex ?? '').replaceAll('*', '0'));
  const addresses = read.ok ? addressesOfFrame(read.bytes) : [];
  if (addresses.length === 0) return [];
  return frameTarget({ effect: 'read', addresses, carrierId, devices }).ok ? [frame] : [];
}
