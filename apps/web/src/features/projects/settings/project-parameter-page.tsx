/** Electrical parameters of a lamp group: the history of its device as chart and table. */

import { useNavigate, useSearch } from '@tanstack/react-router';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { QueryState } from '../../../components/states/loaded.tsx';
import { present } from '../../../lib/address/search-params.ts';
import { HistoryTab } from '../../device-data/history/components/history-tab.tsx';
import '../../device-data/device-data-page.css';
import { useLampGroups } from '../api/use-lamp-groups.ts';
import { ProjectFrame } from '../components/project-frame.tsx';

export function ProjectParameterPage() {
  const { t } = useTranslation('projects');
  return (
    <ProjectFrame title={t('projects:page.parameters')} section="view">
      {({ id }) => <Parameters key={id} project={id} />}
    </ProjectFrame>
  );
}

function Parameters({ project }: { project: number }) {
  const { t } = useTranslation('projects');
  const { device } = useSearch({ from: '/shell/project-view-parameter' });
  const navigate = useNavigate({ from: '/project-view-parameter' });
  const groups = useLampGroups(project);
  const { data } = groups;
  if (data === undefined) return <QueryState query={groups} lines={8} />;
  const chosen = data.find((group) => group.device_code === device) ?? data[0];
  if (chosen === undefined) {
    return (
      <div className="panel">
        <EmptyState title={t('projects:lamp.none')} body={t('projects:lamp.none-body')} />
      </div>
    );
  }
  return (
    <div className="panel stack">
      <div className="row gap-wide muted">
        <Select
          aria-label={t('projects:record.group')}
          value={chosen.device_code}
          showSearch={{ optionFilterProp: 'label' }}
          popupMatchSelectWidth={false}
          style={{ minInlineSize: 220 }}
          options={data.map((group) => ({ value: group.device_code, label: group.name }))}
          onChange={(code: string) =>
            void navigate({ search: (old) => present({ ...old, device: code, page: undefined }) })
          }
        />
        <h2 className="project-parameters__device">
          <bdi>{chosen.device_name}</bdi> <span className="code ltr">{chosen.device_code}</span>
        </h2>
      </div>
      <HistoryTab key={chosen.device_code} code={chosen.device_code} name={chosen.device_name} />
    </div>
  );
}
