/** The device at a glance: load, energy, alarms, last commands, and what is set at it. */
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useDevice } from '../../../device-kit/api/use-device.ts';
import { useDeviceCode } from '../../../device-kit/use-device-code.ts';
import { loadTexts } from '../../../i18n/i18n.ts';
import { trackLoad } from '../../../lib/calls/pending-loads.ts';
import { useMay } from '../../../lib/session/use-may.ts';
import { AlarmNotes } from '../../device-control/components/alarm-notes.tsx';
import { GlancePanel } from '../../device-deploy/components/glance-panel.tsx';
import { EnergyTile } from './energy-tile.tsx';
import { LastCommands } from './last-commands.tsx';
import { LoadTile } from './load-tile.tsx';
import { PhotosPanel } from './photos-panel.tsx';
import { PlaceTile } from './place-tile.tsx';

/** Only the page of a DTU needs the panel and its texts. */
const SerialLinePanel = lazy(async () => {
  const parts = Promise.all([
    import('../../serial-line/serial-line-panel.tsx'),
    loadTexts('serial-lines', 'line-monitor', 'console'),
  ]);
  const [module] = await trackLoad(parts);
  return { default: module.SerialLinePanel };
});

export function OverviewTab() {
  const { t } = useTranslation('device-page');
  const code = useDeviceCode();
  const { data: device } = useDevice(code);
  const maySeeLog = useMay('log.read');
  if (device === undefined) return null;
  return (
    <>
      <h2 className="visually-hidden">{t('device-page:tab.overview')}</h2>
      {device.alarms.length > 0 && (
        <section className="panel stack" aria-label={t('device-page:overview.alarms')}>
          <AlarmNotes alarms={device.alarms} />
        </section>
      )}
      {device.kind === 'dtu' && (
        <Suspense>
          <SerialLinePanel key={code} code={code} />
        </Suspense>
      )}
      {device.kind !== 'gateway' && <LoadTile code={code} name={device.name} />}
      <div className="device-tiles columns columns-fit">
        <EnergyTile code={code} />
        {maySeeLog && <LastCommands code={code} />}
        {device.kind === 'main' && device.protocol === 'busbar' && <GlancePanel code={code} />}
        <PlaceTile device={device} />
      </div>
      <PhotosPanel key={code} code={code} />
    </>
  );
}
