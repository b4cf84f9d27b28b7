/** Layout of every page of one project: project selection and navigation to the other pages. */
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { QueryState } from '../../../components/states/loaded.tsx';
import { type Project, useProjectChoices } from '../api/use-projects.ts';
import { readProjectSearch } from '../project-search.ts';
import { type ProjectSection, pagesOf } from '../project-sections.ts';
import '../projects.css';
import { NoProjects } from './no-projects.tsx';
import { ProjectNav } from './project-nav.tsx';

interface ProjectFrameProps {
  /** Title of the page. */
  title: string;
  section: ProjectSection;
  /** Buttons of the page, at the end of the bar. */
  tools?: ReactNode;
  children: (project: Project) => ReactNode;
}

export function ProjectFrame({ title, section, tools, children }: ProjectFrameProps) {
  const { t } = useTranslation('projects');
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const { project: wanted } = readProjectSearch(
    useSearch({ strict: false }) as Record<string, unknown>,
  );
  const projects = useProjectChoices(pagesOf(section, 'tower').some(({ to }) => to === path));
  const { data } = projects;
  const chosen =
    data?.find(({ id }) => id === wanted) ?? (wanted === undefined ? data?.[0] : undefined);
  // All other search parameters belong to the previous project and are dropped.
  const choose = (id: number) => void navigate({ to: path, search: { project: id } as never });
  return (
    <div className="stack">
      <h1 className="visually-hidden">{title}</h1>
      <div className="row gap-wide panel">
        <Select
          className="project-bar__choice"
          aria-label={t('projects:choose')}
          placeholder={t('projects:choose')}
          value={chosen?.id ?? null}
          loading={projects.isPending}
          showSearch={{ optionFilterProp: 'label' }}
          popupMatchSelectWidth={false}
          options={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={choose}
        />
        {/* Keeps its place while the projects load, so that nothing below moves. */}
        {(chosen !== undefined || projects.isPending) && (
          <ProjectNav
            section={section}
            path={path}
            type={chosen?.type ?? 'lamp'}
            project={chosen?.id}
          />
        )}
        {chosen !== undefined && tools !== undefined && <span className="row push">{tools}</span>}
      </div>
      <QueryState query={projects} lines={8} />
      {data !== undefined && chosen === undefined && (
        <div className="panel">
          {data.length === 0 ? (
            <NoProjects />
          ) : (
            <EmptyState title={t('projects:gone')} body={t('projects:gone-body')} />
          )}
        </div>
      )}
      {chosen !== undefined && children(chosen)}
    </div>
  );
}
