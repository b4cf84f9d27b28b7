/** Towers: selection, live view, settings, log and bills. */

import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Select, Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddButton } from '../../components/forms/add-button.tsx';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { QueryState } from '../../components/states/loaded.tsx';
import { PATHS } from '../../config/paths.ts';
import { present } from '../../lib/address/search-params.ts';
import { useMay } from '../../lib/session/use-may.ts';
import { useTowerProjects, useTowers } from './api/use-towers.ts';
import { TowerBillPanel } from './components/tower-bill-panel.tsx';
import { TowerFormDialog } from './components/tower-form-dialog.tsx';
import { TowerLive } from './components/tower-live.tsx';
import { TowerLog } from './components/tower-log.tsx';
import { TowerSettingsPanel } from './components/tower-settings-panel.tsx';
import { MainsTag } from './components/tower-tags.tsx';
import { TOWER_TABS, type TowerSearch } from './tower-search.ts';
import './tower.css';
import './tower-form.css';
import './tower-bill.css';
import './single-line.css';
import './bus-scale.css';
import './branch.css';

export function TowerPage() {
  const { t } = useTranslation('towers');
  const mayControl = useMay('project.write');
  const search = useSearch({ from: '/shell/tower-device' });
  const navigate = useNavigate({ from: '/tower-device' });
  const go = (next: TowerSearch) =>
    void navigate({ search: (old) => present({ ...old, ...next }) });
  const projects = useTowerProjects();
  const towers = useTowers(search.project);
  const [isAdding, setAdding] = useState(false);
  const list = towers.data;
  const chosen = list?.find(({ id }) => id === search.tower) ?? list?.[0];
  const hasProject = (projects.data?.length ?? 0) > 0;
  const needsProject = projects.data !== undefined && !hasProject;
  return (
    <div className="towers sides gap-12">
      <PageHeading />
      <nav className="towers__list panel stack gap-8" aria-label={t('towers:list')}>
        <Select
          aria-label={t('towers:project')}
          value={search.project ?? 0}
          options={[
            { value: 0, label: t('towers:all-projects') },
            ...(projects.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => go({ project: id === 0 ? undefined : id, tower: undefined })}
        />
        {mayControl && (
          <AddButton className="full" disabled={!hasProject} onClick={() => setAdding(true)}>
            {t('towers:add')}
          </AddButton>
        )}
        <QueryState query={towers} lines={3} />
        {list !== undefined && list.length > 0 && (
          <ul className="stack gap-8">
            {list.map(({ id, name, project_name, mains }) => (
              <li key={id}>
                <button
                  type="button"
                  className="towers__item plain-button stack gap-2 to-start full"
                  aria-current={id === chosen?.id}
                  onClick={() => go({ tower: id })}
                >
                  <bdi className="strong">{name}</bdi>
                  <bdi className="muted text-tiny">{project_name}</bdi>
                  <MainsTag mains={mains} isPlain />
                </button>
              </li>
            ))}
          </ul>
        )}
      </nav>
      <section className="towers__one panel" aria-label={chosen?.name ?? t('towers:title')}>
        {list !== undefined && chosen === undefined && (
          <EmptyState
            title={t('towers:none')}
            body={t(needsProject ? 'towers:no-project' : 'towers:none-body')}
            action={
              needsProject && mayControl ? (
                <Link to={PATHS.projectSet}>{t('towers:to-projects')}</Link>
              ) : undefined
            }
          />
        )}
        {chosen !== undefined && (
          <>
            <h2 className="towers__title">
              <bdi>{chosen.name}</bdi>
            </h2>
            <Tabs
              key={chosen.id}
              activeKey={search.tab ?? 'live'}
              destroyOnHidden
              onChange={(key) => go({ tab: TOWER_TABS.find((one) => one === key) })}
              items={[
                {
                  key: 'live',
                  label: t('towers:tab.live'),
                  children: <TowerLive id={chosen.id} />,
                },
                {
                  key: 'settings',
                  label: t('towers:tab.settings'),
                  children: (
                    <TowerSettingsPanel
                      id={chosen.id}
                      onRemoved={() => go({ tower: undefined, tab: undefined })}
                    />
                  ),
                },
                { key: 'log', label: t('towers:tab.log'), children: <TowerLog id={chosen.id} /> },
                {
                  key: 'bill',
                  label: t('towers:tab.bill'),
                  children: <TowerBillPanel id={chosen.id} name={chosen.name} />,
                },
              ]}
            />
          </>
        )}
      </section>
      {isAdding && (
        <TowerFormDialog
          projectId={search.project}
          onSaved={(id) => {
            setAdding(false);
            go({ tower: id, tab: undefined });
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}
