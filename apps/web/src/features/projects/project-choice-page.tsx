/** Project selection: `/project-view` for monitoring, `/project-control` for control. */
import './projects.css';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../components/states/loaded.tsx';
import { type Project, useProjectChoices } from './api/use-projects.ts';
import { NoProjects } from './components/no-projects.tsx';
import { pagesOf } from './project-sections.ts';

export function ProjectViewPage() {
  const { t } = useTranslation('projects');
  return <ProjectChoice title={t('projects:view.title')} section="view" />;
}

export function ProjectControlPage() {
  const { t } = useTranslation('projects');
  return <ProjectChoice title={t('projects:control.title')} section="control" />;
}

function ProjectChoice({ title, section }: { title: string; section: 'view' | 'control' }) {
  const projects = useProjectChoices(section === 'view');
  return (
    <div className="stack">
      <h1 className="visually-hidden">{title}</h1>
      <Loaded
        query={projects}
        lines={6}
        empty={
          <div className="panel">
            <NoProjects />
          </div>
        }
      >
        {(list) => (
          <ul className="columns columns-wide">
            {list.map((project) => (
              <li key={project.id} className="panel stack gap-8">
                <ProjectTile project={project} section={section} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  );
}

function ProjectTile({ project, section }: { project: Project; section: 'view' | 'control' }) {
  const { t } = useTranslation('projects');
  const [first, ...others] = pagesOf(section, project.type);
  const isTower = project.type === 'tower';
  const standing = project.open_alarms + project.open_warnings;
  return (
    <>
      <h2 className="breakable">
        {first !== undefined && (
          <Link to={first.to} search={{ project: project.id }}>
            <bdi>{project.name}</bdi>
          </Link>
        )}
      </h2>
      {project.description !== '' && <p className="hint prose">{project.description}</p>}
      <dl className="project-tiles__facts figures row gap-wide">
        <div>
          <dt>{t(isTower ? 'projects:towers' : 'projects:lamp-groups')}</dt>
          <dd>{isTower ? project.towers : project.lamp_groups}</dd>
        </div>
        {!isTower && (
          <div>
            <dt>{t('projects:lamps')}</dt>
            <dd>{project.lamps}</dd>
          </div>
        )}
        <div data-tone={standing > 0 ? 'warning' : ''}>
          <dt>{t('projects:view.standing')}</dt>
          <dd>{standing}</dd>
        </div>
      </dl>
      <nav
        className="group-ways row gap-text"
        aria-label={t('projects:view.ways', { name: project.name })}
      >
        {others.map(({ key, to }) => (
          <Link key={key} to={to} search={{ project: project.id }}>
            {t(`projects:page.${key}`)}
          </Link>
        ))}
      </nav>
    </>
  );
}
