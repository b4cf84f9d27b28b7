/** Register tables of meter profiles, their changes, and their tests on a line. */
import type { MeterTable } from '@busbar/device-profiles/own/meter-table';
import { useState } from 'react';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';

export type TestedQuantity = Answer<'v2.serial-line.tests.one'>['data']['quantities'][number];

const LOOK_EVERY_MS = 1_000;

export function useProfileTable(id: string | undefined) {
  return useCallQuery(
    'v2.meter-profiles.one',
    { params: { id: id ?? '' } },
    { enabled: id !== undefined, select: ({ data }) => data, gcTime: 0 },
  );
}

export const useProfileChanges = () =>
  useSend('v2.meter-profiles', 'v2.meter-profiles.one', 'v2.serial-line');

export interface TestInput {
  readonly station: string;
  readonly ct_primary: number | null;
  readonly ct_secondary: number | null;
  readonly pt_primary: number | null;
  readonly pt_secondary: number | null;
}

/** The table is the one that was tested: results belong to it, also after an edit. */
interface Started {
  readonly id: string;
  readonly table: MeterTable;
}

export function useProfileTest(code: string) {
  const send = useSend();
  const [started, setStarted] = useState<Started>();
  const { data, error } = useCallQuery(
    'v2.serial-line.tests.one',
    { params: { device_code: code, id: started?.id ?? '' } },
    {
      enabled: started !== undefined,
      select: (answer) => answer.data,
      refetchInterval: (query) =>
        query.state.data?.data.state === 'waiting' ? LOOK_EVERY_MS : false,
    },
  );
  const isWaiting =
    started !== undefined && error === null && (data === undefined || data.state === 'waiting');
  return {
    isWaiting,
    error,
    state: started === undefined ? undefined : data?.state,
    start: async (table: MeterTable, input: TestInput) => {
      const body = { profile: bodyOf(table), ...input };
      const params = { device_code: code };
      const answer = await send('v2.serial-line.tests.start', { params, body });
      setStarted({ id: answer.data.id, table });
    },
    /** The result for a quantity of this table, unless its reading was edited since the test. */
    resultOf(table: MeterTable, quantity: MeterTable['quantities'][number]) {
      const tested = started?.table;
      const isSame =
        tested !== undefined &&
        tested.blocks === table.blocks &&
        tested.word_order === table.word_order &&
        tested.quantities.includes(quantity);
      return isSame
        ? data?.quantities.find((one) => one.quantity === quantity.quantity)
        : undefined;
    },
  };
}

export type ProfileTest = ReturnType<typeof useProfileTest>;

/** The body of a call: its lists may be changed, those of the form may not. */
export function bodyOf({ blocks, quantities, ...table }: MeterTable) {
  return {
    ...table,
    blocks: [...blocks],
    quantities: quantities.map(({ ratios, not_available, ...one }) => ({
      ...one,
      ratios: [...ratios],
      not_available: [...not_available],
    })),
  };
}
