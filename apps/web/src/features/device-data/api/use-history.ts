/** Readings of a device in a period: downsampled for a chart, or one page of them for the table. */

import type { Measurement, MeasurementField } from '@busbar/domain/device/measurement';
import { MEASUREMENT_WIRE_NAMES } from '@busbar/domain/device/wire-names';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import type { HistoryRow } from '../../../charts/time/history-columns.ts';
import { toMeasurement } from '../../../device-kit/api/reading-fields.ts';
import { call } from '../../../lib/calls/api-client.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import type { Span } from '../history/history-span.ts';
import { lastHistory } from './last-history.ts';

export type HistoryAnswer = Answer<'v1.data.findVariableByDateTime'>;

export interface HistoryReading extends Measurement {
  readonly ts: number;
  /** Wall clock in the customer's time zone, as formatted by the server. */
  readonly at: string;
}

export function toReadings(answer: HistoryAnswer): HistoryReading[] {
  return answer.data.map((row) => ({
    ...toMeasurement(row),
    ts: row.ts,
    at: row.dateTime,
  }));
}

/** Query for at most `sample` rows that preserve every minimum and maximum. */
export function thinnedQuestion(
  code: string,
  { startMs, endMs }: Span,
  fields: readonly MeasurementField[],
  sample: number,
) {
  return {
    body: {
      deviceId: code,
      startTime: startMs,
      endTime: endMs,
      sample,
      fields: fields.map((field) => MEASUREMENT_WIRE_NAMES[field]),
    },
  };
}

/** Rows of a chart for selected fields. */
export function useThinnedHistory(
  code: string,
  span: Span,
  fields: readonly MeasurementField[],
  sample: number,
) {
  const client = useQueryClient();
  const question = thinnedQuestion(code, span, fields, sample);
  return useCallQuery('v1.data.findVariableByDateTime', question, {
    placeholderData: (previous) => previous ?? lastHistory(client, question),
    select: toChartRows,
  });
}

export interface ThinnedHistory {
  readonly rows: readonly HistoryRow[];
  /** Number of readings in the period before downsampling. */
  readonly readings: number;
  /** Epoch ms; earlier values are stored only as quarter hours. Undefined if there are none. */
  readonly thinnedBefore: number | undefined;
}

export function toChartRows(answer: HistoryAnswer): ThinnedHistory {
  return {
    rows: answer.data.map((row) => ({ ...toMeasurement(row), ts: row.ts })),
    readings: answer.totalCount,
    thinnedBefore: answer.thinnedBefore,
  };
}

/** A page of the period, newest first. */
export function useHistoryPage(code: string, { startMs, endMs }: Span, page: number, size: number) {
  const body = { deviceId: code, startTime: startMs, endTime: endMs };
  return {
    ...useCallQuery(
      'v1.data.findVariableByDateTime',
      { body: { ...body, currentPage: page, rows: size } },
      {
        placeholderData: keepPreviousData,
        select: (answer) => ({ rows: toReadings(answer), total: answer.totalCount }),
      },
    ),
    readPage: async (at: number, rows: number) => {
      const answer = await call('v1.data.findVariableByDateTime', {
        body: { ...body, currentPage: at, rows },
      });
      return { rows: toReadings(answer), total: answer.totalCount };
    },
  };
}
