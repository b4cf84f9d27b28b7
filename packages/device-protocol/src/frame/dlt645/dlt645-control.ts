/** The control code of DL/T 645-2007 (5.2.4): direction, error and follow-up bits, and the function. */
import type { FrameTextKey } from '../names/frame-text-keys.ts';

export const FUNCTION_MASK = 0x1f;
export const REPLY_BIT = 0x80;
export const ERROR_BIT = 0x40;
export const MORE_BIT = 0x20;

/** Function numbers of the standard. */
export const DLT645 = {
  authenticate: 0x03,
  broadcastTime: 0x08,
  read: 0x11,
  readFollowing: 0x12,
  readAddress: 0x13,
  write: 0x14,
  writeAddress: 0x15,
  freeze: 0x16,
  changeRate: 0x17,
  changePassword: 0x18,
  clearDemand: 0x19,
  clearMeter: 0x1a,
  clearEvents: 0x1b,
  tripClose: 0x1c,
} as const;

const FUNCTION_TEXTS: Readonly<Record<number, FrameTextKey>> = {
  [DLT645.authenticate]: 'security-authentication',
  [DLT645.broadcastTime]: 'broadcast-time',
  [DLT645.read]: 'read-data',
  [DLT645.readFollowing]: 'read-following',
  [DLT645.readAddress]: 'read-address',
  [DLT645.write]: 'write-data',
  [DLT645.writeAddress]: 'write-address',
  [DLT645.freeze]: 'freeze',
  [DLT645.changeRate]: 'change-rate',
  [DLT645.changePassword]: 'change-password',
  [DLT645.clearDemand]: 'clear-demand',
  [DLT645.clearMeter]: 'clear-meter',
  [DLT645.clearEvents]: 'clear-events',
  [DLT645.tripClose]: 'trip-close',
};

export function controlTexts(control: number): FrameTextKey[] {
  const direction =
    (control & REPLY_BIT) === 0 ? 'request' : (control & ERROR_BIT) === 0 ? 'reply' : 'error-reply';
  return [
    direction,
    FUNCTION_TEXTS[control & FUNCTION_MASK] ?? 'unknown',
    ...((control & MORE_BIT) === 0 ? [] : (['more-follows'] as const)),
  ];
}

/** Meaning of N1 in a trip and close command. */
export const SWITCH_COMMAND_TEXTS: Readonly<Record<number, FrameTextKey>> = {
  26: 'trip',
  27: 'allow-close',
  28: 'close-at-once',
  42: 'alarm-on',
  43: 'alarm-off',
  58: 'hold-supply',
  59: 'end-hold-supply',
};
