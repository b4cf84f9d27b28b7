/** Stations that may carry out a request frame. */
import type { FrameAddress } from '@busbar/domain/switch/frame-target';
import { cutDlt645 } from '../dlt645/dlt645-frame.ts';
import { explainBytes } from '../explain.ts';

/** Returns two addresses if the bytes are a frame of both protocols; none if they are no frame. */
export function addressesOfFrame(bytes: Uint8Array): FrameAddress[] {
  const { frames } = explainBytes(bytes);
  const readings = frames.flatMap((frame) =>
    frame.other === undefined ? [frame] : [frame, frame.other],
  );
  const protocols = new Set(readings.flatMap(({ protocol }) => protocol ?? []));
  return [...protocols].map((protocol) =>
    protocol === 'modbus'
      ? { protocol, station: String(bytes[0]) }
      : { protocol, station: cutDlt645(bytes, 0)?.address ?? '' },
  );
}
