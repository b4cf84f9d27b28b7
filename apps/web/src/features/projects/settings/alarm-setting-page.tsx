/**
 * Thresholds for warnings and alarms of a project, and its notification recipients
 * (docs/specification/projects.md 2.2 and 1.3).
 */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { present } from '../../../lib/address/search-params.ts';
import { ProjectFrame } from '../components/project-frame.tsx';
import { LIMIT_TABS } from '../project-search.ts';
import { LimitPanel } from './components/limit-panel.tsx';
import { NoticePanel } from './components/notice-panel.tsx';

export function AlarmSettingPage() {
  const { t } = useTranslation('projects');
  const { tab = 'warning' } = useSearch({ from: '/shell/alarm-setting' });
  const navigate = useNavigate({ from: '/alarm-setting' });
  return (
    <ProjectFrame title={t('projects:page.limits')} section="setting">
      {({ id }) => (
        <div className="panel">
          <Tabs
            key={id}
            activeKey={tab}
            destroyOnHidden
            onChange={(key) =>
              void navigate({
                search: (old) => present({ ...old, tab: LIMIT_TABS.find((one) => one === key) }),
              })
            }
            items={[
              ...(['warning', 'alarm'] as const).map((kind) => ({
                key: kind,
                label: t(`projects:limit.${kind}`),
                children: <LimitPanel kind={kind} project={id} />,
              })),
              {
                key: 'notice',
                label: t('projects:notice.title'),
                children: <NoticePanel project={id} />,
              },
            ]}
          />
        </div>
      )}
    </ProjectFrame>
  );
}
