/** Register tables of meter profiles, their changes, and their tests on a line. */
import { isDlt645Table, type MeterTable } from '@busbar/device-profiles/own/meter-table';
import { useState } from 'react';
import type { Answer, CallInput } from '../../../lib/calls/call-types.ts';
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
      const rows: readonly unknown[] = tested?.quantities ?? [];
      const isSame =
        tested !== undefined &&
        tested.blocks === table.blocks &&
        wordOrderOf(tested) === wordOrderOf(table) &&
        rows.includes(quantity);
      return isSame
        ? data?.quantities.find((one) => one.quantity === quantity.quantity)
        : undefined;
    },
  };
}

const wordOrderOf = (table: MeterTable) => (isDlt645Table(table) ? '' : table.word_order);

export type ProfileTest = ReturnType<typeof useProfileTest>;

/** The body of a call: its lists may be changed, those of the form may not. */
export function bodyOf(table: MeterTable): Body {
  const { maker, model, baud, parity, station } = table;
  const heading = { maker, model, baud, parity, station };
  if (isDlt645Table(table)) {
    const { protocol, blocks, quantities } = table;
    return { ...heading, protocol, blocks: [...blocks], quantities: quantities.map(withRatios) };
  }
  const { protocol, word_order, blocks, quantities } = table;
  return {
    ...{ ...heading, protocol, word_order, blocks: [...blocks] },
    quantities: quantities.map(({ not_available, ...one }) => ({
      ...withRatios(one),
      not_available: [...not_available],
    })),
  };
}

type Body = CallInput<'v2.meter-profiles.add'>['body']['profile'];

const withRatios = <T extends { readonly ratios: readonly string[] }>(quantity: T) => ({
  ...quantity,
  ratios: [...quantity.ratios],
});
