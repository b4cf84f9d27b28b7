/**
 * Correction of energy: the days of all devices that may need one, the steps of one device, and the
 * import of its old readings.
 */

import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { TabStrip, tabId } from '../../components/bars/tab-strip.tsx';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { present } from '../../lib/address/search-params.ts';
import { DeviceCorrection } from './components/device-correction.tsx';
import { EstimateList } from './components/estimate-list.tsx';
import { ReadingImport } from './import/reading-import.tsx';
import './repair.css';

const PANEL = 'repair-panel';

export function RepairPage() {
  const { t } = useTranslation('repair');
  const search = useSearch({ from: '/shell/energy-repair' });
  const navigate = useNavigate({ from: '/energy-repair' });
  const view = search.view ?? (search.device === undefined ? 'days' : 'device');
  return (
    <div className="stack page touch">
      <PageHeading />
      <TabStrip
        label={t('repair:title')}
        panelId={PANEL}
        active={view}
        tabs={[
          { key: 'days', label: t('repair:estimates.tab') },
          { key: 'device', label: t('repair:device-tab') },
          { key: 'import', label: t('repair:import.tab') },
        ]}
        // Column selection and sort order belong to the table of the list.
        onOpen={(next) =>
          void navigate({
            search: (old) => present({ ...old, view: next, page: undefined, cols: undefined }),
          })
        }
      />
      <div id={PANEL} role="tabpanel" aria-labelledby={tabId(PANEL, view)} className="stack">
        {view === 'days' && <EstimateList />}
        {view === 'device' && <DeviceCorrection search={search} />}
        {view === 'import' && <ReadingImport device={search.device} />}
      </div>
    </div>
  );
}
