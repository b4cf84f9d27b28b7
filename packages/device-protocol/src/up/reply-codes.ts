/** Reply codes of the device protocol, "Rules of safety". */
export const REPLY_CODES = {
  done: 0,
  badArguments: 400,
  /** Refused in the current state: the device is locked, or was opened manually. */
  refused: 409,
  expired: 410,
  lockedByMechanism: 423,
  /** The contact did not move. */
  failed: 500,
} as const;

export type ReplyName = keyof typeof REPLY_CODES;

const NAME_OF_CODE: ReadonlyMap<number, ReplyName> = new Map(
  Object.entries(REPLY_CODES).map(([name, code]) => [code, name as ReplyName]),
);

/** Returns undefined for a code that the protocol does not define, which proves nothing. */
export function replyName(code: number): ReplyName | undefined {
  return NAME_OF_CODE.get(code);
}
