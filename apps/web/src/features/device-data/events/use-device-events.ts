/** Events of the displayed span as text and as markers of the charts. */

import { formatDuration } from '@busbar/domain/formats/duration-format';
import { ltrText } from '@busbar/domain/formats/ltr-text';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartMark } from '../../../charts/chart-marks.ts';
import type { Gap } from '../../../charts/time/gaps.ts';
import { useAlarmCause } from '../../../device-kit/use-alarm-cause.ts';
import { useAlarmTexts } from '../../../device-kit/use-alarm-texts.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { DARK, LIGHT } from '../../../theme/palette.ts';
import { useIsDark } from '../../../theme/theme-mode.ts';
import { useLogTexts } from '../../log/use-log-texts.ts';
import {
  type CommandLogRow,
  type EventAlarm,
  type EventRows,
  useEventRows,
} from '../api/use-events.ts';
import type { Span } from '../history/history-span.ts';
import {
  type DeviceEvent,
  type EventKind,
  type EventLine,
  inOrder,
  markOf,
  shownKinds,
} from './device-events.ts';

export function useEventColors(): Readonly<Record<EventKind, string>> {
  const palette = useIsDark() ? DARK : LIGHT;
  return useMemo(
    () => ({ command: palette.accentText, alarm: palette.red, gap: palette.textFaint }),
    [palette],
  );
}

/** The device and span whose events are shown. */
export interface EventSource {
  readonly code: string;
  readonly span: Span;
  readonly silences: readonly Gap[];
  /** Undefined if the chart shows a single device. */
  readonly line: EventLine | undefined;
}

export interface DeviceEvents {
  /** Events of the selected kinds, newest first. */
  readonly events: readonly DeviceEvent[];
  readonly marks: readonly ChartMark[];
  readonly kinds: readonly EventKind[];
  readonly rows: EventRows;
  /** True for a comparison, in which each event names its line. */
  readonly isOfLines: boolean;
}

/** `sources` must be a stable array reference while unchanged. */
export function useDeviceEvents(
  sources: readonly EventSource[],
  shown: string | undefined,
): DeviceEvents {
  const rows = useEventRows(sources);
  const texts = useEventTexts();
  const colors = useEventColors();
  const { orders, alarms } = rows;
  const kinds = useMemo(() => shownKinds(shown), [shown]);
  // The texts depend only on the language, but their formatters are new functions on each render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const events = useMemo(() => {
    const all = sources.flatMap(({ silences, line }, at) =>
      [
        ...(orders[at] ?? []).map(texts.order),
        ...(alarms[at] ?? []).map(texts.alarm),
        ...silences.map(texts.silence),
      ].map((event) => ({ ...event, key: `${line?.mark ?? ''}${event.key}`, line })),
    );
    return inOrder(all.filter(({ kind }) => kinds.includes(kind)));
  }, [sources, orders, alarms, kinds, texts.language]);
  const marks = useMemo(() => events.map((event) => markOf(event, colors)), [events, colors]);
  const isOfLines = sources.some(({ line }) => line !== undefined);
  return { events, marks, kinds, rows, isOfLines };
}

type EventTexts = Omit<DeviceEvent, 'line'>;

function useEventTexts() {
  const { t, i18n } = useTranslation('analysis');
  const { tag } = useLanguage();
  /** Isolates left-to-right text within a sentence of any language. */
  const lengthOf = (ms: number) => ltrText(formatDuration(ms, tag));
  const log = useLogTexts();
  const alarmWords = useAlarmTexts();
  const causeOf = useAlarmCause();
  return {
    language: i18n.language,
    order: (row: CommandLogRow): EventTexts => ({
      key: `command${row.id}`,
      kind: 'command',
      atMs: row.ts,
      endMs: row.ts,
      untilMs: row.ts,
      text: [
        `${log.command(row.op_command)}: ${log.refusal(row.status) ?? log.status(row.status)}`,
        row.user_name,
      ]
        .filter((part) => part !== '')
        .join(' · '),
    }),
    alarm: (row: EventAlarm): EventTexts => ({
      key: `alarm${row.id}`,
      kind: 'alarm',
      atMs: row.opened_at,
      endMs: row.ended_at ?? row.last_at,
      untilMs: row.ended_at ?? Number.POSITIVE_INFINITY,
      text: [
        alarmWords.type(row),
        // The duration is the last part; only other types contain it in their sentence.
        causeOf(row.unit === '' ? row : { ...row, ended_at: row.opened_at }, Date.now()),
        row.ended_at === null
          ? t('analysis:events.stands')
          : t('analysis:events.lasted', { length: lengthOf(row.ended_at - row.opened_at) }),
      ]
        .filter((part) => part !== undefined)
        .join(' · '),
    }),
    silence: ({ startMs, endMs }: Gap): EventTexts => ({
      key: `gap${startMs}`,
      kind: 'gap',
      atMs: startMs,
      endMs,
      untilMs: endMs,
      text: t('analysis:events.silent', { length: lengthOf(endMs - startMs) }),
    }),
  };
}
