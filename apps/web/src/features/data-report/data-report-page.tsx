/**
 * Export of reports (docs/specification/reports.md 1): the form and the user's reports, and the
 * scheduled reports.
 */

import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { TabStrip, tabId } from '../../components/bars/tab-strip.tsx';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { ReportForm } from './components/report-form.tsx';
import { ReportList } from './components/report-list.tsx';
import { ScheduleList } from './components/schedule-list.tsx';
import './data-report.css';

const PANEL = 'report-panel';

export function DataReportPage() {
  const { t } = useTranslation('reports');
  const { tab = 'own', type = 'energy' } = useSearch({ from: '/shell/data-report' });
  const navigate = useNavigate({ from: '/data-report' });
  return (
    <div className="stack touch">
      <PageHeading />
      <TabStrip
        label={t('reports:title')}
        panelId={PANEL}
        active={tab}
        tabs={[
          { key: 'own', label: t('reports:tab.own') },
          { key: 'scheduled', label: t('reports:tab.scheduled') },
        ]}
        onOpen={(next) => void navigate({ search: next === 'own' ? {} : { tab: next } })}
      />
      <div
        id={PANEL}
        role="tabpanel"
        aria-labelledby={tabId(PANEL, tab)}
        className="data-report__panel stack"
        data-tab={tab}
      >
        {tab === 'scheduled' ? (
          <ScheduleList />
        ) : (
          <>
            <ReportForm
              type={type}
              onType={(next) => void navigate({ search: { type: next }, replace: true })}
            />
            <ReportList />
          </>
        )}
      </div>
    </div>
  );
}
