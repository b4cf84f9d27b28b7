/**
 * The slots of `/api/v2/gateway-slots`: `s1` to `s20`, each with an address `ad` and `en`, 1 or 0.
 * The first invalid slot is refused by name, and with it the whole request.
 */
import { isSlaveAddress } from '@busbar/domain/device/device-code';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { SlavePlace } from '@busbar/domain/slot/slot-table';

const SLOT_NAME = /^s(?:[1-9]|1\d|20)$/;

/** Returns the changes in slot order. */
export function readSlotChanges(
  slots: Readonly<Record<string, unknown>>,
): Outcome<readonly SlavePlace[]> {
  const names = Object.keys(slots).toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
  const stranger = names.find((name) => !SLOT_NAME.test(name));
  if (stranger !== undefined) return refused('slot-unknown', stranger.slice(0, 20));
  const changes: SlavePlace[] = [];
  for (const name of names) {
    const { ad, en } = (slots[name] ?? {}) as { readonly ad?: unknown; readonly en?: unknown };
    if (en !== 0 && en !== 1) return refused('slot-unknown', name);
    if (!isSlaveAddress(ad)) return refused('slave-address-invalid', name);
    if (changes.some(({ address }) => address === ad)) {
      return refused('slave-address-repeated', name);
    }
    changes.push({ slot: Number(name.slice(1)), address: ad, enabled: en === 1 });
  }
  return changes.length === 0 ? refused('no-slave-ordered', 'slots') : done(changes);
}
