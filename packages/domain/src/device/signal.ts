/**
 * Signal strength as reported by modems: csq 0 is -113 dBm or less, 31 is -51 dBm or more, 2 dB per
 * step, and 99 means unknown.
 */
export const SIGNAL_BANDS = ['veryWeak', 'weak', 'fair', 'good', 'excellent', 'unknown'] as const;

export type SignalBand = (typeof SIGNAL_BANDS)[number];

export const CSQ_UNKNOWN = 99;

export function isCsq(value: unknown): value is number {
  return (
    Number.isInteger(value) &&
    (((value as number) >= 0 && (value as number) <= 31) || value === CSQ_UNKNOWN)
  );
}

export function signalBand(csq: number | undefined): SignalBand {
  if (csq === undefined || !isCsq(csq) || csq === CSQ_UNKNOWN) return 'unknown';
  if (csq <= 5) return 'veryWeak';
  if (csq <= 9) return 'weak';
  if (csq <= 14) return 'fair';
  return csq <= 19 ? 'good' : 'excellent';
}

/** Field strength in dBm; undefined if unknown. */
export function signalDbm(csq: number): number | undefined {
  return isCsq(csq) && csq !== CSQ_UNKNOWN ? -113 + 2 * csq : undefined;
}
