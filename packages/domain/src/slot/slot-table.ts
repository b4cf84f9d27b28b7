/**
 * The twenty slots of a gateway (device protocol, "Slots of a gateway"): the slave in each slot,
 * and if the gateway communicates with it. A slot is a position on the panel; a slave is identified
 * by its address, so its code, name, readings and energy stay the same in any slot. The platform
 * validates a change before it is sent, and the gateway validates it again on arrival.
 */
import { SLAVE_ADDRESS_MAX, SLAVE_ADDRESS_MIN } from '../device/device-code.ts';
import type { Refusal } from '../refusal.ts';

export interface SlavePlace {
  /** 1 to 20. */
  readonly slot: number;
  readonly address: number;
  /** True if the gateway polls the slave for readings and switches it. */
  readonly enabled: boolean;
}

/** State of a slave as reported by its gateway. */
export interface SlaveStatus extends SlavePlace {
  /** One of the status codes of docs/specification/control.md 2.4. */
  readonly status: number;
}

export type SlotRefusal = Extract<Refusal, 'slave-unknown' | 'slot-taken' | 'control-busy'>;

/** There are as many slots as addresses. */
export const SLOTS: readonly number[] = Array.from(
  { length: SLAVE_ADDRESS_MAX },
  (_, index) => SLAVE_ADDRESS_MIN + index,
);

/**
 * Slots of all slaves: those reported by the gateway, and for unreported slaves the slot with the
 * number of their address, or the lowest free slot if that one is in use.
 */
export function placesOf(
  reported: readonly SlavePlace[],
  registered: readonly number[],
): readonly SlavePlace[] {
  const places = [...reported];
  const isFree = (slot: number) => places.every((place) => place.slot !== slot);
  const missing = registered.filter((address) =>
    reported.every((place) => place.address !== address),
  );
  const homeless: number[] = [];
  for (const address of missing) {
    if (isFree(address)) places.push({ slot: address, address, enabled: true });
    else homeless.push(address);
  }
  for (const address of homeless) {
    const slot = SLOTS.find(isFree);
    if (slot !== undefined) places.push({ slot, address, enabled: true });
  }
  return places.toSorted((one, other) => one.slot - other.slot);
}

/**
 * Returns for each change the reason why it is not possible, or null. A change may need the slot
 * that another change vacates; if that change is refused, both are. `stuck` contains addresses that
 * cannot be changed now.
 */
export function validateSlotChanges(
  reported: readonly SlavePlace[],
  changes: readonly SlavePlace[],
  stuck: ReadonlySet<number> = new Set(),
): readonly (SlotRefusal | null)[] {
  const verdicts = changes.map(({ address }): SlotRefusal | null => {
    if (reported.every((place) => place.address !== address)) return 'slave-unknown';
    return stuck.has(address) ? 'control-busy' : null;
  });
  for (;;) {
    const leaving = new Set(
      changes.filter((_, i) => verdicts[i] === null).map(({ address }) => address),
    );
    const blocked = changes.findIndex(
      ({ slot }, i) =>
        verdicts[i] === null &&
        (reported.some((place) => place.slot === slot && !leaving.has(place.address)) ||
          changes.some((other, j) => j < i && verdicts[j] === null && other.slot === slot)),
    );
    if (blocked === -1) return verdicts;
    verdicts[blocked] = 'slot-taken';
  }
}

/** The table after the valid changes. */
export function withSlotChanges<P extends SlavePlace>(
  table: readonly P[],
  changes: readonly SlavePlace[],
): P[] {
  return table
    .map((place) => {
      const change = changes.find(({ address }) => address === place.address);
      return change === undefined ? place : { ...place, ...change };
    })
    .toSorted((one, other) => one.slot - other.slot);
}

/** Requested changes that the table does not contain. */
export function unexpectedSlots(
  table: readonly SlavePlace[],
  changes: readonly SlavePlace[],
): readonly SlavePlace[] {
  return changes.filter(
    (requested) =>
      !table.some(
        ({ slot, address, enabled }) =>
          slot === requested.slot && address === requested.address && enabled === requested.enabled,
      ),
  );
}
