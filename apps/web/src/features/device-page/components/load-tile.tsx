/** Phase currents of the last 24 hours with the commands, alarms and gaps of that time. */
import { Link } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createCrosshair } from '../../../charts/time/crosshair.ts';
import { PATHS } from '../../../config/paths.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useDeviceEvents } from '../../device-data/events/use-device-events.ts';
import { HistoryPanel } from '../../device-data/history/components/history-panel.tsx';
import { useColumnCount } from '../../device-data/history/use-history-span.ts';
import { useLevels } from '../../device-data/history/use-levels.ts';

const SPAN_MS = 86_400_000;
const REFRESH_MS = 60_000;
const HEIGHT_PX = 180;

export function LoadTile({ code, name }: { code: string; name: string }) {
  const { t } = useTranslation('device-page');
  const box = useRef<HTMLDivElement>(null);
  const columns = useColumnCount(box);
  const [crosshair] = useState(createCrosshair);
  const span = useLastDay();
  const sources = useMemo(() => [{ code, span, silences: [], line: undefined }], [code, span]);
  const { current } = useLevels(code);
  const { marks } = useDeviceEvents(sources, undefined);
  return (
    <section className="tile" aria-label={t('device-page:overview.load')}>
      <header className="tile__head">
        <h2>{t('device-page:overview.load')}</h2>
        <Link to={PATHS.deviceDataTab} params={{ code }}>
          {t('device-page:overview.more')}
        </Link>
      </header>
      <div ref={box} className="tile__body">
        <HistoryPanel
          code={code}
          deviceName={name}
          quantity="current"
          span={span}
          columns={columns}
          height={HEIGHT_PX}
          crosshair={crosshair}
          markMs={null}
          marks={marks}
          levels={current}
          hasTimeAxis
        />
      </div>
    </section>
  );
}

/**
 * The 24 hours up to now, moved on once a minute. They end at a full minute, so that a page which is
 * opened again finds the readings in the cache.
 */
function useLastDay() {
  const endMs = Math.ceil(useNow(REFRESH_MS) / REFRESH_MS) * REFRESH_MS;
  return useMemo(() => ({ startMs: endMs - SPAN_MS, endMs }), [endMs]);
}
