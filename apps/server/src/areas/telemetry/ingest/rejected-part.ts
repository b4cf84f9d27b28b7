import type { Rejection } from '@busbar/domain/device/rejection';
import type { RejectedPart } from './work.ts';

const LONGEST_DETAIL = 1000;

/** Combines a message's rejected parts into one row: first reason, and each part's problem. */
export function rejectedPart(rejected: readonly Rejection[]): RejectedPart | undefined {
  const first = rejected[0];
  if (first === undefined) return undefined;
  const lines = rejected.map(({ index, detail }) =>
    index === undefined ? detail : `[${index}] ${detail}`,
  );
  let detail = '';
  for (const [shown, line] of lines.entries()) {
    if (detail.length + line.length > LONGEST_DETAIL) {
      detail += `; and ${lines.length - shown} more`;
      break;
    }
    detail += detail === '' ? line : `; ${line}`;
  }
  return { reason: first.reason, detail };
}
