/**
 * What is sent so that a slave stands where it is wanted: itself, and the slave it changes places
 * with. The server and the gateway judge it again.
 */
import type { Answer } from '../../lib/call-types.ts';

export type GatewaySlot = Answer<'v2.gateway-slots'>['data']['slots'][number];

export interface WantedPlace {
  readonly address: number;
  readonly slot: number;
  readonly enabled: boolean;
}

export type SentSlots = Record<string, { ad: number; en: number }>;

/** Undefined when it stands so already. */
export function planOf(slots: readonly GatewaySlot[], wanted: WantedPlace): SentSlots | undefined {
  const now = slots.find(({ ad }) => ad === wanted.address);
  if (now === undefined) return undefined;
  if (now.slot === wanted.slot && now.enabled === wanted.enabled) return undefined;
  const sent: SentSlots = { [`s${wanted.slot}`]: place(wanted.address, wanted.enabled) };
  const there = slots.find(({ slot }) => slot === wanted.slot);
  // One the gateway never told of only seems to stand there: it is in nobody's way.
  if (there?.ad != null && there.ad !== wanted.address && there.st !== null) {
    sent[`s${now.slot}`] = place(there.ad, there.enabled);
  }
  return sent;
}

const place = (ad: number, isEnabled: boolean) => ({ ad, en: isEnabled ? 1 : 0 });
