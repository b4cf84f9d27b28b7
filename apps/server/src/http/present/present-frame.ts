/** An explanation of frames on the wire (docs/decisions.md 26; `v2/control/tower-console.ts`). */

import type { ByteRow } from '@busbar/device-protocol/frame/byte-row';
import type { Explanation } from '@busbar/device-protocol/frame/explain';
import { problemsOf, rowsOf } from '@busbar/device-protocol/frame/explain';
import { type FrameProblem, problemText } from '@busbar/device-protocol/frame/names/frame-problem';
import type { FrameReading } from '@busbar/device-protocol/frame/names/frame-reading';

const presentProblem = (found: FrameProblem) => ({ ...found, text: problemText(found) });

function presentRow({ of, words, about, ...row }: ByteRow) {
  return {
    ...row,
    ...(of === undefined ? {} : { of: [...of] }),
    ...(words === undefined ? {} : { words: [...words] }),
    ...(about === undefined ? {} : { about: { key: about.key, of: [...about.of] } }),
  };
}

const presentReading = ({ protocol, direction, whole }: FrameReading) => ({
  protocol,
  direction,
  whole,
});

export function presentExplanation(explanation: Explanation) {
  return {
    parsed: rowsOf(explanation).map(presentRow),
    problems: problemsOf(explanation).map(presentProblem),
    frames: explanation.frames.map((frame) => ({
      offset: frame.from,
      length: frame.end - frame.from,
      ...presentReading(frame),
      problems: frame.problems.map(presentProblem),
      ...(frame.other === undefined
        ? {}
        : { other: { ...presentReading(frame.other), parsed: frame.other.rows.map(presentRow) } }),
    })),
  };
}
