/** History: panels with one crosshair, and below them the readings of what is zoomed into. */
import { AlertFilled } from '@ant-design/icons';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createCrosshair, useCrosshair } from '../../../charts/crosshair.ts';
import { ltrText } from '../../../lib/ltr-text.ts';
import { present } from '../../../lib/search-params.ts';
import { formatMoment } from '../../../lib/time-format.ts';
import { useIsPhone } from '../../../lib/use-media.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useRequiredSession } from '../../../lib/use-session.ts';
import { readHistorySearch } from '../history-search.ts';
import { shownSpan, wholeSpan, zoomOf } from '../history-span.ts';
import { shownQuantities } from '../quantities.ts';
import { HistoryPanel } from './history-panel.tsx';
import { HistoryTable } from './history-table.tsx';
import { HistoryTools } from './history-tools.tsx';
import './history-tab.css';

/** The end of a running span moves on once a minute: a new end is a new question to the server. */
const REFRESH_MS = 60_000;
/** Widths are told apart in steps, so that dragging a window does not ask for every pixel. */
const WIDTH_STEP = 200;
const PANEL_HEIGHT = 150;
const SINGLE_HEIGHT = 320;

export function HistoryTab({ code }: { code: string }) {
  const search = readHistorySearch(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  const { zone } = useRequiredSession().user;
  const isPhone = useIsPhone();
  const [crosshair] = useState(createCrosshair);
  const box = useRef<HTMLDivElement>(null);
  const columns = useColumnCount(box);
  const now = useMinute();
  const { range = 'today', from, to, left, right, at } = search;
  const markMs = at === undefined ? null : at * 1000;
  const whole = useMemo(
    () => wholeSpan({ range, from, to }, now, zone),
    [range, from, to, now, zone],
  );
  const span = useMemo(() => shownSpan(whole, { range, left, right }), [whole, range, left, right]);
  const quantities = shownQuantities(search.show);
  const set = (part: Partial<Record<keyof typeof search, unknown>>) =>
    void navigate({
      to: '.',
      search: (old: Record<string, unknown>) =>
        present({ ...old, page: undefined, ...part }) as never,
      resetScroll: false,
    });
  const zoomOut = () => set({ left: undefined, right: undefined });

  return (
    <div className="history">
      <HistoryTools
        range={range}
        from={from}
        to={to}
        quantities={quantities}
        isZoomed={span !== whole}
        onRange={(next) =>
          set({
            range: next,
            from: undefined,
            to: undefined,
            left: undefined,
            right: undefined,
            at: undefined,
          })
        }
        onCustom={(start, end) =>
          set({ range: 'custom', from: start, to: end, left: undefined, right: undefined })
        }
        onQuantities={(chosen) => set({ show: chosen.join(',') || undefined })}
        onZoomOut={zoomOut}
      />
      <div ref={box} className="history__panels">
        <SpanLine startMs={span.startMs} endMs={span.endMs} crosshair={crosshair} markMs={markMs} />
        {quantities.map((quantity, index) => (
          <HistoryPanel
            key={quantity}
            code={code}
            quantity={quantity}
            span={span}
            columns={columns}
            height={quantities.length === 1 && !isPhone ? SINGLE_HEIGHT : PANEL_HEIGHT}
            crosshair={crosshair}
            markMs={markMs}
            hasTimeAxis={index === quantities.length - 1}
            onZoom={(fromMs, toMs) => set(zoomOf(fromMs, toMs) ?? {})}
            onZoomOut={zoomOut}
          />
        ))}
      </div>
      <HistoryTable code={code} span={span} />
    </div>
  );
}

/** The instant under the crosshair, or the span, with its zone. */
function SpanLine(props: {
  startMs: number;
  endMs: number;
  crosshair: ReturnType<typeof createCrosshair>;
  markMs: number | null;
}) {
  const { t } = useTranslation('data');
  const { zone } = useRequiredSession().user;
  const at = useCrosshair(props.crosshair);
  const [start, end] = [props.startMs, props.endMs].map((ms) =>
    formatMoment(ms, zone).slice(0, 16),
  );
  return (
    <p className="history__span">
      <span className="ltr">{at === null ? `${start} – ${end}` : formatMoment(at, zone)}</span>
      <span>{t('data:chart.zone', { zone })}</span>
      {props.markMs !== null && (
        <span className="history__mark">
          <AlertFilled aria-hidden="true" />
          {t('data:chart.mark', { moment: ltrText(formatMoment(props.markMs, zone)) })}
        </span>
      )}
    </p>
  );
}

function useMinute(): number {
  const now = useNow(REFRESH_MS);
  return Math.ceil(now / REFRESH_MS) * REFRESH_MS;
}

function useColumnCount(box: React.RefObject<HTMLDivElement | null>): number {
  const [columns, setColumns] = useState(WIDTH_STEP * 5);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => {
      const width = element.clientWidth || WIDTH_STEP * 5;
      setColumns(Math.max(WIDTH_STEP, Math.ceil(width / WIDTH_STEP) * WIDTH_STEP));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return columns;
}
