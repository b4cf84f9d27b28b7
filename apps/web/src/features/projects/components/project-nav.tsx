/** Links to the pages of a section; on a phone they scroll and the current one is in view. */
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type ProjectSection, pagesOf } from '../project-sections.ts';

interface ProjectNavProps {
  section: ProjectSection;
  path: string;
  /** Type of the project: the pages differ. */
  type: string;
  /** Undefined while the projects load; the links are hidden. */
  project: number | undefined;
}

export function ProjectNav({ section, path, type, project }: ProjectNavProps) {
  const { t } = useTranslation('projects');
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another page opens.
  useEffect(() => {
    const open = list.current?.querySelector('[aria-current="page"]');
    open?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  const pages = pagesOf(section, type);
  if (pages.length < 2) return null;
  return (
    <nav
      ref={list}
      className="project-nav line gap-4 scroll-x"
      aria-label={t('projects:pages')}
      style={{ visibility: project === undefined ? 'hidden' : 'visible' }}
    >
      {pages.map(({ key, to }) => (
        <Link
          key={key}
          to={to}
          search={project === undefined ? {} : { project }}
          aria-current={path === to ? 'page' : undefined}
        >
          {t(`projects:page.${key}`)}
        </Link>
      ))}
    </nav>
  );
}
