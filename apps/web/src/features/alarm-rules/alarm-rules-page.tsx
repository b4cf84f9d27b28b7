/**
 * Alarm rules and maintenance windows: the platform's own evaluation of readings, and the periods
 * without notifications.
 */

import { useNavigate, useSearch } from '@tanstack/react-router';
import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { RuleTable } from './components/rule-table.tsx';
import { WindowList } from './components/window-list.tsx';

const TABS = ['rules', 'windows'] as const;

export function AlarmRulesPage() {
  const { t } = useTranslation('alarms');
  const { tab = 'rules' } = useSearch({ from: '/shell/alarm-rules' });
  const navigate = useNavigate({ from: '/alarm-rules' });
  return (
    <div className="panel touch">
      <PageHeading />
      <Tabs
        activeKey={tab}
        destroyOnHidden
        onChange={(key) =>
          void navigate({ search: { tab: TABS.find((one) => one === key) ?? 'rules' } })
        }
        items={[
          { key: 'rules', label: t('alarms:rules.title'), children: <RuleTable /> },
          { key: 'windows', label: t('alarms:windows.title'), children: <WindowList /> },
        ]}
      />
    </div>
  );
}
