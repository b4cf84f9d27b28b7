/** Events of the displayed span as text: the accessible alternative to the chart markers. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { MarkSign } from '../../../../charts/mark-sign.tsx';
import { ErrorState } from '../../../../components/states/error-state.tsx';
import { DARK, LIGHT } from '../../../../theme/palette.ts';
import { useIsDark } from '../../../../theme/theme-mode.ts';
import type { HistorySpan } from '../../history/use-history-span.ts';
import { EVENT_KINDS, EVENT_SHAPES, kindsText } from '../device-events.ts';
import { type DeviceEvents, useEventColors } from '../use-device-events.ts';
import './event-list.css';
import { formatDuration } from '@busbar/domain/formats/duration-format';
import { useLanguage } from '../../../../i18n/use-language.ts';

/** Time before and after an event, so that its start and its end are visible. */
const AROUND_MS = 15 * 60_000;

interface EventListProps {
  readonly history: HistorySpan;
  readonly happened: DeviceEvents;
  /** Minimum length of a listed gap, ms; shorter gaps are not distinguishable. */
  readonly leastMs: number;
}

export function EventList({ history, happened, leastMs }: EventListProps) {
  const { t } = useTranslation('analysis');
  const { tag } = useLanguage();
  const colors = useEventColors();
  const { textSoft } = useIsDark() ? DARK : LIGHT;
  const { events, kinds, rows } = happened;
  const { zone } = history;
  return (
    <section className="events stack gap-8 panel bleed text-small" aria-busy={rows.isFetching}>
      <header className="events__head row">
        <h3 id="events-title">{t('analysis:events.title')}</h3>
        <fieldset>
          <legend className="visually-hidden">{t('analysis:events.filter')}</legend>
          <Checkbox.Group
            value={[...kinds]}
            options={EVENT_KINDS.map((kind) => ({
              value: kind,
              label: (
                <span className="line inline gap-4">
                  {/* Marks of a comparison have the colours of its lines. */}
                  <MarkSign
                    shape={EVENT_SHAPES[kind]}
                    color={happened.isOfLines ? textSoft : colors[kind]}
                  />
                  {t(`analysis:events.kind.${kind}`)}
                </span>
              ),
            }))}
            onChange={(chosen) =>
              history.set({ events: kindsText(EVENT_KINDS.filter((one) => chosen.includes(one))) })
            }
          />
        </fieldset>
        <span className="muted" role="status">
          {t('analysis:events.count', { count: events.length })}
        </span>
      </header>
      {rows.error !== null && <ErrorState error={rows.error} onRetry={rows.retry} isCompact />}
      {events.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard.
        <ol className="events__list" tabIndex={0} aria-labelledby="events-title">
          {events.map(({ key, kind, atMs, endMs, text, line }) => (
            <li key={key}>
              <MarkSign shape={EVENT_SHAPES[kind]} color={line?.color ?? colors[kind]} />
              <button
                type="button"
                className="plain-button ltr"
                title={t('analysis:events.zoom')}
                onClick={() => {
                  const shiftMs = line?.shiftMs ?? 0;
                  history.zoomTo(atMs + shiftMs - AROUND_MS, endMs + shiftMs + AROUND_MS);
                }}
              >
                {formatMoment(atMs, zone)}
              </button>
              <span>
                <b className="strong">{t(`analysis:events.kind.${kind}`)}</b>{' '}
                {line !== undefined && (
                  <span className="events__line">
                    <i style={{ borderColor: line.color }}>{line.mark}</i> <bdi>{line.label}</bdi>
                    {' · '}
                  </span>
                )}
                <bdi>{text}</bdi>
              </span>
            </li>
          ))}
        </ol>
      )}
      <p className="muted">
        {t('analysis:events.least', { length: ltrText(formatDuration(leastMs, tag)) })}
        {rows.leftOut > 0 && ` ${t('analysis:events.left-out', { count: rows.leftOut })}`}
      </p>
    </section>
  );
}
