/** History of a device (contract `v1/data.ts`). */
import type { dataCalls } from '@busbar/contract/v1/data';
import { parseInstant } from '@busbar/domain/calendar';
import { MEASUREMENT_ORDER, REGISTER_ORDER } from '@busbar/domain/device/measurement';
import { MEASUREMENT_WIRE_NAMES, REGISTER_WIRE_NAMES } from '@busbar/domain/device/wire-names';
import { refused } from '@busbar/domain/refusal';
import {
  measurementColumnOf,
  registerColumnOf,
} from '../../areas/fleet/readings/reading-fields.ts';
import {
  findHistory,
  type History,
  MAX_ROWS,
} from '../../areas/telemetry/readings/history-service.ts';
import type { HistoryColumn } from '../../areas/telemetry/readings/history-span.ts';
import type { Context } from '../../context.ts';
import type { HandlersOf } from '../calls/handler.ts';
import { historyWriter, meansText } from '../present/present-history.ts';

const DEFAULT_ROWS = 13;

interface WireColumn {
  readonly wireName: string;
  readonly column: HistoryColumn;
}

const MEASUREMENTS: readonly WireColumn[] = MEASUREMENT_ORDER.map((field) => ({
  wireName: MEASUREMENT_WIRE_NAMES[field],
  column: measurementColumnOf(field),
}));

const REGISTERS: readonly WireColumn[] = REGISTER_ORDER.map((field) => ({
  wireName: REGISTER_WIRE_NAMES[field],
  column: registerColumnOf(field),
}));

export function dataHandlers(ctx: Context): HandlersOf<typeof dataCalls> {
  return {
    'v1.data.findVariableByDateTime': async ({ body, caller }) => {
      const from = parseInstant(body.startTime, caller.zone);
      const to = parseInstant(body.endTime, caller.zone);
      if (from === undefined) return refused('range-invalid', 'startTime');
      if (to === undefined) return refused('range-invalid', 'endTime');
      const columns = chosen(body.dataType === 'energy' ? REGISTERS : MEASUREMENTS, body.fields);
      if (columns === undefined) return refused('invalid-request', 'fields');
      const pageSize = Math.min(MAX_ROWS, Number(body.rows ?? DEFAULT_ROWS) || DEFAULT_ROWS);
      const page = Math.max(1, Number(body.currentPage ?? 1));
      const sample = Number(body.sample ?? 0) || undefined;
      const found = await findHistory(ctx, caller, {
        device: body.deviceId,
        group: body.groupId,
        table: body.dataType === 'energy' ? 'energy_register' : 'measurement',
        columns: columns.map(({ column }) => column),
        from,
        to,
        page,
        pageSize,
        sample,
      });
      if (!found.ok) return found;
      const names = columns.map(({ wireName }) => wireName);
      const paging = sample === undefined ? { page, pageSize } : undefined;
      return { stream: answerText(found.value, names, caller.zone, paging) };
    },
  };
}

/** Returns undefined if a name is unknown. */
function chosen(
  all: readonly WireColumn[],
  fields: readonly string[] | undefined,
): readonly WireColumn[] | undefined {
  if (fields === undefined || fields.length === 0) return all;
  const wanted = new Set(fields);
  const columns = all.filter(({ wireName }) => wanted.has(wireName));
  return columns.length === wanted.size ? columns : undefined;
}

/** A downsampled response has a single page, whatever its length. */
async function* answerText(
  { slices, means, thinnedBefore }: History,
  names: readonly string[],
  zone: string,
  paging: { readonly page: number; readonly pageSize: number } | undefined,
): AsyncGenerator<string | Uint8Array> {
  const write = historyWriter(names, zone);
  let count = 0;
  yield '{"errCode":0,"msg":"","data":[';
  let next = await slices.next();
  while (next.done !== true) {
    if (count > 0) yield ',';
    yield write(next.value);
    count += next.value.times.length;
    next = await slices.next();
  }
  const totalCount = next.value;
  const { page, pageSize } = paging ?? { page: 1, pageSize: count };
  const totalPage = paging === undefined ? 1 : Math.ceil(totalCount / pageSize);
  yield `],"currentPage":${page},"totalPage":${totalPage},"totalCount":${totalCount},"rows":${pageSize}`;
  if (means !== undefined) {
    yield ',"means":[';
    yield meansText(names, means);
    yield ']';
  }
  if (thinnedBefore !== undefined) yield `,"thinnedBefore":${thinnedBefore}`;
  yield '}';
}
