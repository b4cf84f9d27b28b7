/**
 * Computes the slot changes that move a slave to the wanted slot: the slave itself, and the slave
 * it swaps with. The server and the gateway validate them again.
 */
import type { Answer } from '../../lib/calls/call-types.ts';

export type GatewaySlot = Answer<'v2.gateway-slots'>['data']['slots'][number];

export interface WantedPlace {
  readonly address: number;
  readonly slot: number;
  readonly enabled: boolean;
}

export type SentSlots = Record<string, { ad: number; en: number }>;

/** Returns undefined if nothing changes. */
export function planOf(slots: readonly GatewaySlot[], wanted: WantedPlace): SentSlots | undefined {
  const now = slots.find(({ ad }) => ad === wanted.address);
  if (now === undefined) return undefined;
  if (now.slot === wanted.slot && now.enabled === wanted.enabled) return undefined;
  const sent: SentSlots = { [`s${wanted.slot}`]: place(wanted.address, wanted.enabled) };
  const there = slots.find(({ slot }) => slot === wanted.slot);
  // A slave that the gateway never reported is only listed at the slot and does not occupy it.
  if (there?.ad != null && there.ad !== wanted.address && there.st !== null) {
    sent[`s${now.slot}`] = place(there.ad, there.enabled);
  }
  return sent;
}

const place = (ad: number, isEnabled: boolean) => ({ ad, en: isEnabled ? 1 : 0 });
