/** Scheduled reports sent by mail: those of the user and those an administrator manages. */
import { Link } from '@tanstack/react-router';
import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Tile } from '../../../components/values/tile.tsx';
import { useSchedules } from '../api/use-schedules.ts';
import type { Schedule } from '../schedule.ts';
import '../schedules.css';
import { AddButton } from '../../../components/forms/add-button.tsx';
import { DeleteScheduleDialog } from './delete-schedule-dialog.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { ScheduleRow } from './schedule-row.tsx';

type Asked =
  | { readonly what: 'add' }
  | { readonly what: 'change' | 'delete'; readonly schedule: Schedule };

const COLUMNS = ['report', 'when', 'recipients', 'next', 'last', 'on'] as const;

export function ScheduleList() {
  const { t } = useTranslation('reports');
  const schedules = useSchedules();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const { data } = schedules;
  const add = data?.mail_available === true && (
    <AddButton onClick={() => setAsked({ what: 'add' })}>{t('reports:schedule.add')}</AddButton>
  );
  return (
    <Tile
      title={t('reports:schedule.title')}
      query={schedules}
      tools={add}
      className="report-schedules"
    >
      {({ list, mail_available: hasMail, people }) => (
        <>
          <p className="muted prose below">{t('reports:schedule.about')}</p>
          {!hasMail && (
            <Alert
              type="warning"
              showIcon
              title={t('reports:schedule.no-mail')}
              description={
                <>
                  {t('reports:schedule.no-mail-about')}{' '}
                  <Link to="/data-report" className="underlined">
                    {t('reports:schedule.no-mail-create')}
                  </Link>
                </>
              }
            />
          )}
          {list.length === 0 ? (
            <EmptyState
              title={t('reports:schedule.none.title')}
              body={t('reports:schedule.none.body')}
            />
          ) : (
            <table className="plain-table schedule__table" aria-label={t('reports:schedule.title')}>
              <thead>
                <tr>
                  {COLUMNS.map((column) => (
                    <th key={column} scope="col">
                      {t(`reports:schedule.column.${column}`)}
                    </th>
                  ))}
                  <td />
                </tr>
              </thead>
              <tbody>
                {list.map((schedule) => (
                  <ScheduleRow
                    key={schedule.id}
                    schedule={schedule}
                    onChange={() => setAsked({ what: 'change', schedule })}
                    onDelete={() => setAsked({ what: 'delete', schedule })}
                  />
                ))}
              </tbody>
            </table>
          )}
          {asked?.what === 'delete' && (
            <DeleteScheduleDialog schedule={asked.schedule} onClose={close} />
          )}
          {asked?.what === 'add' && <ScheduleDialog people={people} onClose={close} />}
          {asked?.what === 'change' && (
            <ScheduleDialog people={people} schedule={asked.schedule} onClose={close} />
          )}
        </>
      )}
    </Tile>
  );
}
