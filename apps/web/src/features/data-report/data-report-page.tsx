/** Export of reports (part 2, section 2): a question on one side, the own reports on the other. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ReportForm } from './components/report-form.tsx';
import { ReportList } from './components/report-list.tsx';
import './data-report.css';

export function DataReportPage() {
  const { t } = useTranslation('reports');
  const { type = 'energy' } = useSearch({ from: '/shell/data-report' });
  const navigate = useNavigate({ from: '/data-report' });
  return (
    <div className="data-report">
      <h1 className="visually-hidden">{t('reports:title')}</h1>
      <ReportForm
        type={type}
        onType={(next) => void navigate({ search: { type: next }, replace: true })}
      />
      <ReportList />
    </div>
  );
}
