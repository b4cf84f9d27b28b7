/** Layouts of the live wall, and the store that feeds its cells. */

import type { MeasurementField } from '@busbar/domain/device/measurement';
import { MEASUREMENT_WIRE_NAMES } from '@busbar/domain/device/wire-names';
import type { WallCell } from '@busbar/domain/wall/wall-cell';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { toMeasurement } from '../../../device-kit/api/reading-fields.ts';
import type { ApiError } from '../../../lib/calls/api-error.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { refetchCalls, useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';
import { useRealtime } from '../../../realtime/use-realtime.ts';
import { createWallStore, type WallStore } from '../wall-store.ts';

export interface ShownCell extends WallCell {
  readonly quantity: MeasurementField;
}

export interface WallLayout {
  readonly name: string;
  readonly cells: readonly ShownCell[];
  /** Epoch ms of the last save; used to detect a save in another window. */
  readonly changedAt: number;
}

interface WallSaving {
  readonly name: string;
  readonly cells: readonly ShownCell[];
  /** The layout to replace; null for none. */
  readonly insteadOf: WallLayout | null;
}

const FIELD_OF = new Map<string, MeasurementField>(
  (Object.keys(MEASUREMENT_WIRE_NAMES) as MeasurementField[]).map((f) => [
    MEASUREMENT_WIRE_NAMES[f],
    f,
  ]),
);

const toLayouts = (answer: Answer<'v2.wall-layouts'>): WallLayout[] =>
  answer.data.list.map(({ name, cells, changed_at: changedAt }) => ({
    name,
    changedAt,
    cells: cells.flatMap(({ device_code: device, quantity: wire, low, high }) => {
      const quantity = FIELD_OF.get(wire);
      return quantity !== undefined ? [{ device, quantity, low, high }] : [];
    }),
  }));

export function useWallLayouts() {
  return useCallQuery('v2.wall-layouts', {}, { select: toLayouts });
}

/** Resolves when the layouts are refetched; another window may have changed them too. */
export function useWallChanges() {
  const client = useQueryClient();
  const send = useSend();
  const refetched = async (change: Promise<unknown>) => {
    try {
      await change;
    } finally {
      await refetchCalls(client, 'v2.wall-layouts');
    }
  };
  return {
    save: ({ name, cells, insteadOf }: WallSaving) => {
      const body = {
        name,
        cells: cells.map(({ device, quantity, low, high }) => ({
          device_code: device,
          quantity: MEASUREMENT_WIRE_NAMES[quantity],
          low,
          high,
        })),
        instead_of: insteadOf && { name: insteadOf.name, changed_at: insteadOf.changedAt },
      };
      return refetched(send('v2.wall-layouts.save', { body }));
    },
    remove: (name: string) => refetched(send('v2.wall-layouts.delete', { query: { name } })),
  };
}

/** Fed by the real-time channel; earlier readings are loaded once per set of cells. */
export function useWallStore(cells: readonly WallCell[]): {
  store: WallStore;
  isLoading: boolean;
  error: ApiError | null;
  retry: () => void;
} {
  const [store] = useState(() => createWallStore());
  const input = useMemo(
    () => ({
      body: {
        device_codes: [...new Set(cells.map(({ device }) => device))].sort(),
        quantities: [
          ...new Set(cells.map(({ quantity }) => MEASUREMENT_WIRE_NAMES[quantity])),
        ].sort(),
      },
    }),
    [cells],
  );
  const { data, isLoading, error, refetch } = useCallQuery('v2.wall-readings', input, {
    enabled: cells.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    // The store keeps readings of cells only, also of those on a page that is not shown.
    for (const { device, quantity } of cells) store.newest(device, quantity);
    for (const { device_code: device, interval_s: intervalS, readings } of data?.data.list ?? []) {
      store.expect(device, intervalS);
      for (const { ts, values } of readings) store.take(device, ts, toMeasurement(values));
    }
  }, [cells, data, store]);
  useRealtime((event) => {
    if (event.type !== 'VARIABLE') return;
    store.take(event.deviceCode, event.reading.ts, toMeasurement(event.reading));
  });
  return { store, isLoading, error, retry: () => void refetch() };
}
