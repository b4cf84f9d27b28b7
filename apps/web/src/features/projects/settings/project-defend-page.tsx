/** Maintenance of a project: a calendar of visits with replaced parts and notes. */

import { formatMoment } from '@busbar/domain/formats/time-format';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { present } from '../../../lib/address/search-params.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { useVisits, type Visit } from '../api/use-visits.ts';
import { ProjectFrame } from '../components/project-frame.tsx';
import { CancelVisitDialog } from '../visits/components/cancel-visit-dialog.tsx';
import { VisitCalendar } from '../visits/components/visit-calendar.tsx';
import { VisitDialog } from '../visits/components/visit-dialog.tsx';
import { VisitItem } from '../visits/components/visit-item.tsx';
import { monthSheet, sheetSpan } from '../visits/visit-month.ts';
import '../visits/visits.css';
import { AddButton } from '../../../components/forms/add-button.tsx';

export function ProjectDefendPage() {
  const { t } = useTranslation('projects');
  return (
    <ProjectFrame title={t('projects:page.visits')} section="maintenance">
      {({ id }) => <Visits key={id} project={id} />}
    </ProjectFrame>
  );
}

type Open = { kind: 'add'; day: string } | { kind: 'edit' | 'done' | 'cancel'; visit: Visit };

function Visits({ project }: { project: number }) {
  const { t } = useTranslation('projects');
  const { user } = useRequiredSession();
  const today = formatMoment(Date.now(), user.zone).slice(0, 10);
  const { month = today.slice(0, 7) } = useSearch({ from: '/shell/project-defend' });
  const navigate = useNavigate({ from: '/project-defend' });
  const sheet = monthSheet(month);
  const { start, end } = sheetSpan(sheet);
  const visits = useVisits(project, start, end);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const { data, error } = visits;
  const add = (
    <AddButton onClick={() => setOpen({ kind: 'add', day: today })}>
      {t('projects:visit.add')}
    </AddButton>
  );
  return (
    <div className="visits">
      <VisitCalendar
        month={month}
        sheet={sheet}
        today={today}
        visits={data ?? []}
        tools={add}
        onMonth={(next) => void navigate({ search: (old) => present({ ...old, month: next }) })}
        onOpen={(visit) =>
          document.getElementById(`visit-${visit.id}`)?.scrollIntoView({ block: 'center' })
        }
        onAdd={(day) => setOpen({ kind: 'add', day })}
      />
      {error !== null && (
        <ErrorState
          error={error}
          onRetry={() => void visits.refetch()}
          isCompact={data !== undefined}
        />
      )}
      {data !== undefined && data.length === 0 && (
        <div className="panel">
          <EmptyState title={t('projects:visit.none')} body={t('projects:visit.none-body')} />
        </div>
      )}
      {data !== undefined && data.length > 0 && (
        <ul className="stack gap-8" aria-label={t('projects:visit.list')}>
          {data.map((visit) => (
            <VisitItem
              key={visit.id}
              visit={visit}
              actions={
                visit.state === 'planned'
                  ? {
                      onEdit: () => setOpen({ kind: 'edit', visit }),
                      onDone: () => setOpen({ kind: 'done', visit }),
                      onCancel: () => setOpen({ kind: 'cancel', visit }),
                    }
                  : undefined
              }
            />
          ))}
        </ul>
      )}
      {open?.kind === 'add' && <VisitDialog project={project} day={open.day} onClose={close} />}
      {(open?.kind === 'edit' || open?.kind === 'done') && (
        <VisitDialog
          project={project}
          visit={open.visit}
          isDone={open.kind === 'done'}
          onClose={close}
        />
      )}
      {open?.kind === 'cancel' && <CancelVisitDialog visit={open.visit} onClose={close} />}
    </div>
  );
}
