/** Overview of a project: its properties, the state of its lamps, and unhandled records. */
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../components/values/facts.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { Tile } from '../../../components/values/tile.tsx';
import { useBoard } from '../api/use-board.ts';
import { useProjectRecords } from '../api/use-project-records.ts';
import type { Project } from '../api/use-projects.ts';
import { ProjectFrame } from '../components/project-frame.tsx';
import { VerdictTag } from '../lamps/components/verdict-tag.tsx';
import { useRecordTexts } from '../records/use-record-texts.ts';
import { type BoardRow, boardTotals, needsAttention } from './board-rows.ts';
import { BoardTotalsStrip } from './components/board-totals.tsx';
import { ProjectTypeTag } from './components/project-type-tag.tsx';
import './board.css';

/** Maximum number of shown groups or records, which fit side by side without scrolling. */
const SHOWN = 8;

export function ProjectOverviewPage() {
  const { t } = useTranslation('projects');
  return (
    <ProjectFrame title={t('projects:page.overview')} section="view">
      {(project) => <Overview key={project.id} project={project} />}
    </ProjectFrame>
  );
}

function Overview({ project }: { project: Project }) {
  const { t } = useTranslation('projects');
  const board = useBoard(project.id);
  const { data: rows } = board;
  const totals = useMemo(() => boardTotals(rows ?? []), [rows]);
  const query = { data: rows, error: board.error, refetch: board.refetch };
  return (
    <>
      {board.error === null && <BoardTotalsStrip totals={rows && totals} />}
      <div className="project-overview columns columns-fit columns-wide align-start">
        <Tile title={t('projects:board.attention')} query={query}>
          {(all) => <Attention rows={all.filter(needsAttention)} project={project.id} />}
        </Tile>
        <OpenWarnings project={project.id} />
        <section className="tile" aria-label={t('projects:overview.about')}>
          <header className="tile__head">
            <h2>{t('projects:overview.about')}</h2>
          </header>
          <div className="tile__body">
            <Facts
              rows={[
                [t('projects:field.name'), <bdi key="name">{project.name}</bdi>],
                [t('projects:field.type'), <ProjectTypeTag key="type" type={project.type} />],
                [
                  t('projects:field.description'),
                  <bdi key="text">{project.description || '–'}</bdi>,
                ],
                [t('projects:lamp-groups'), String(project.lamp_groups)],
                [t('projects:lamps'), String(project.lamps)],
                [t('projects:field.group'), <bdi key="group">{project.group_name}</bdi>],
                [t('projects:field.creator'), <bdi key="by">{project.creator}</bdi>],
                [
                  t('projects:field.created'),
                  <bdi key="at" className="ltr">
                    {project.created_date}
                  </bdi>,
                ],
              ]}
            />
          </div>
        </section>
      </div>
    </>
  );
}

function Attention({ rows, project }: { rows: readonly BoardRow[]; project: number }) {
  const { t } = useTranslation('projects');
  if (rows.length === 0) return <p className="muted">{t('projects:board.all-good')}</p>;
  return (
    <>
      <ul className="ruled">
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.lamp_group_id} className="row spread gap-text">
            <Link to="/project-view-monitor" search={{ project, group: row.lamp_group_id }}>
              <bdi>{row.name}</bdi>
            </Link>
            <VerdictTag verdict={row.verdict} findings={row.findings} />
          </li>
        ))}
      </ul>
      {rows.length > SHOWN && (
        <Link to="/project-view-monitor" search={{ project, only: 'attention' }}>
          {t('projects:overview.all', { total: rows.length })}
        </Link>
      )}
    </>
  );
}

function OpenWarnings({ project }: { project: number }) {
  const { t } = useTranslation('projects');
  const texts = useRecordTexts();
  const warnings = useProjectRecords(
    'warning',
    project,
    { handled: '0' },
    { page: 1, size: SHOWN },
  );
  return (
    <Tile title={t('projects:overview.warnings')} query={warnings}>
      {({ list, total }) =>
        list.length === 0 ? (
          <p className="muted">{t('projects:overview.no-warnings')}</p>
        ) : (
          <>
            <ul className="ruled">
              {list.map((one) => (
                <li key={one.id} className="row spread gap-text">
                  <Link to="/project-view-warning" search={{ project, record: one.id }}>
                    {texts.type(one)}: {texts.detail(one)}
                  </Link>
                  <span className="hint">
                    <bdi>{one.lamp_group_name || one.device_name}</bdi> ·{' '}
                    <Moment at={one.opened_at} />
                  </span>
                </li>
              ))}
            </ul>
            {total > list.length && (
              <Link to="/project-view-warning" search={{ project, handled: '0' }}>
                {t('projects:overview.all', { total })}
              </Link>
            )}
          </>
        )
      }
    </Tile>
  );
}
