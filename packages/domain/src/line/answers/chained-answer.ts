/** An answer that continues in further frames, each of which is requested (DL/T 645). */
import type { Exchange } from '../expectation.ts';
import type { LineFrame } from '../line-frame.ts';
import type { LineRequest } from '../line-request.ts';

/** The frames of an answer that is not complete. */
export interface Chain {
  readonly frames: readonly LineFrame[];
  /** As in the action `answer`. */
  readonly doubts: number;
}

/** Longer answers are not read to their end. */
const MAX_FRAMES = 16;

/** The bytes that are sent next for a request. */
export function nextExchange({ exchange }: LineRequest, chain: Chain | undefined): Exchange {
  const { following } = exchange;
  if (chain === undefined || following === undefined) return exchange;
  return following.exchange(chain.frames.length);
}

/** True if the rest of the answer is to be requested. */
export function isIncomplete(
  { following, expects }: Exchange,
  { frames }: Pick<Chain, 'frames'>,
): boolean {
  if (following === undefined || frames.at(-1)?.hasMore !== true) return false;
  const length = joinedData(following, frames).length;
  return frames.length < MAX_FRAMES && length < (expects?.length ?? Infinity);
}

/** All frames as one. Its `hasMore` is true if the answer was not read to its end. */
export function joinedFrame({ following }: Exchange, frames: readonly LineFrame[]): LineFrame {
  const [first, ...others] = frames;
  if (following === undefined || others.length === 0) return first!;
  return {
    ...first!,
    hasMore: frames.at(-1)!.hasMore,
    data: joinedData(following, frames),
    bytes: joined(frames.map(({ bytes }) => bytes)),
  };
}

function joinedData(
  { dataIn }: NonNullable<Exchange['following']>,
  [first, ...others]: readonly LineFrame[],
): Uint8Array {
  return joined([first!.data, ...others.map(dataIn)]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
