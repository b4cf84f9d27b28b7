/** Meters whose stored readings keep the values that a profile gave before its change. */
import type { Answer } from '../../../lib/calls/call-types.ts';

export type KeptMeters = Answer<'v2.meter-profiles.change'>['data'];
export type KeptMeter = KeptMeters['meters'][number];

/** Receives the id and the new name of a changed profile. */
export type OnKept = (id: string, name: string, kept: KeptMeters) => void;
