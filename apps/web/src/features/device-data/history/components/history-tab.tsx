/** History: panels with a shared crosshair, period events, and readings of the zoomed span. */
import { AlertFilled } from '@ant-design/icons';
import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createCrosshair, useCrosshair } from '../../../../charts/time/crosshair.ts';
import { LaterPart } from '../../../../components/states/later-part.tsx';
import { PANELS, shownQuantities } from '../../../../device-kit/quantities.ts';
import { useRequiredSession } from '../../../../lib/session/use-session.ts';
import { useIsPhone } from '../../../../lib/use-media.ts';
import { useThinnedHistory } from '../../api/use-history.ts';
import { EventList } from '../../events/components/event-list.tsx';
import { useDeviceEvents } from '../../events/use-device-events.ts';
import { silencesOfLine } from '../outages.ts';
import { useColumnCount, useHistorySpan } from '../use-history-span.ts';
import { useLevels } from '../use-levels.ts';
import { HistoryPanel } from './history-panel.tsx';
import { HistoryTable } from './history-table.tsx';
import { HistoryTools } from './history-tools.tsx';
import { ThinnedNote } from './thinned-note.tsx';
import './history-tab.css';

const PANEL_HEIGHT = 150;
const SINGLE_HEIGHT = 320;
/** Thirteen rows with their heading, tools and page numbers. */
const TABLE_HEIGHT = 640;

export function HistoryTab({ code, name }: { code: string; name: string }) {
  const history = useHistorySpan();
  const { search, span, set } = history;
  const isPhone = useIsPhone();
  const [crosshair] = useState(createCrosshair);
  const box = useRef<HTMLDivElement>(null);
  const columns = useColumnCount(box);
  const markMs = search.at === undefined ? null : search.at * 1000;
  const quantities = shownQuantities(search.show);
  // Identical to the query of the first panel, so the request is sent only once.
  const fields = PANELS[quantities[0]!].lines.map(({ field }) => field);
  const first = useThinnedHistory(code, span, fields, columns * 2).data;
  const readings = first?.rows;
  const silences = useMemo(
    () => silencesOfLine(readings, { ...span, columns, nowMs: Date.now() }),
    [readings, span, columns],
  );
  const sources = useMemo(
    () => [{ code, span, silences: silences.found, line: undefined }],
    [code, span, silences],
  );
  const levels = useLevels(code);
  const happened = useDeviceEvents(sources, search.events);

  return (
    <div className="history stack">
      <HistoryTools
        history={history}
        quantities={quantities}
        onQuantities={(chosen) => set({ show: chosen.join(',') || undefined })}
      />
      <div ref={box} className="history__panels panel bleed">
        <SpanLine startMs={span.startMs} endMs={span.endMs} crosshair={crosshair} markMs={markMs} />
        <ThinnedNote before={first?.thinnedBefore} />
        {quantities.map((quantity, index) => (
          <HistoryPanel
            key={quantity}
            code={code}
            deviceName={name}
            quantity={quantity}
            span={span}
            columns={columns}
            height={quantities.length === 1 && !isPhone ? SINGLE_HEIGHT : PANEL_HEIGHT}
            crosshair={crosshair}
            markMs={markMs}
            marks={happened.marks}
            levels={levels[quantity]}
            hasTimeAxis={index === quantities.length - 1}
            zoom={{ to: history.zoomTo, out: history.zoomOut }}
          />
        ))}
      </div>
      <EventList history={history} happened={happened} leastMs={silences.leastMs} />
      <LaterPart height={TABLE_HEIGHT}>
        <HistoryTable code={code} span={span} />
      </LaterPart>
    </div>
  );
}

/** The time under the crosshair, or the span, with its time zone. */
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
    <p className="row spread gap-text hint">
      <span className="ltr">{at === null ? `${start} – ${end}` : formatMoment(at, zone)}</span>
      <span>{t('data:chart.zone', { zone })}</span>
      {props.markMs !== null && (
        <span className="history__mark line inline bad strong">
          <AlertFilled aria-hidden="true" />
          {t('data:chart.mark', { moment: ltrText(formatMoment(props.markMs, zone)) })}
        </span>
      )}
    </p>
  );
}
