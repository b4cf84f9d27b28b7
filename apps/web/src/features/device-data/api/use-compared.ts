/** The histories of a comparison, each downsampled to the columns of the chart. */
import type { MeasurementField } from '@busbar/domain/device/measurement';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import type { HistoryRow } from '../../../charts/time/history-columns.ts';
import type { ApiError } from '../../../lib/calls/api-error.ts';
import { callQuery } from '../../../lib/calls/use-call.ts';
import type { ComparedSeries } from '../compare/compared-lines.ts';
import {
  type HistoryAnswer,
  type ThinnedHistory,
  thinnedQuestion,
  toChartRows,
} from './use-history.ts';

export interface ComparedHistories {
  /** Rows of each line; undefined until its first response. */
  readonly rows: readonly (readonly HistoryRow[] | undefined)[];
  readonly isFetching: boolean;
  readonly error: ApiError | null;
  /** Epoch ms; earlier values of at least one line are stored only as quarter hours. */
  readonly thinnedBefore: number | undefined;
  readonly retry: () => void;
}

export function useCompared(
  series: readonly ComparedSeries[],
  field: MeasurementField,
  columns: number,
): ComparedHistories {
  return useQueries({
    queries: series.map(({ code, span }) => {
      const question = thinnedQuestion(code, span, [field], columns * 2);
      return {
        ...callQuery('v1.data.findVariableByDateTime', question),
        select: toChartRows,
        // While the period advances, the previous readings stay on screen; readings of another
        // device never do.
        placeholderData: (
          old: HistoryAnswer | undefined,
          query: { readonly queryKey: readonly unknown[] } | undefined,
        ) => (isSameLine(query?.queryKey[1], question) ? old : undefined),
      };
    }),
    combine,
  });
}

type Question = ReturnType<typeof thinnedQuestion>;

function isSameLine(old: unknown, { body }: Question): boolean {
  const before = (old as Question | undefined)?.body;
  return before?.deviceId === body.deviceId && before.fields.join() === body.fields.join();
}

function combine(results: readonly UseQueryResult<ThinnedHistory, ApiError>[]): ComparedHistories {
  return {
    rows: results.map(({ data }) => data?.rows),
    thinnedBefore: results.find(({ data }) => data?.thinnedBefore !== undefined)?.data
      ?.thinnedBefore,
    isFetching: results.some(({ isFetching }) => isFetching),
    error: results.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const result of results) if (result.error !== null) void result.refetch();
    },
  };
}
