/** Scheduled reports: those of the user and those an administrator manages. */
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

type OpenDialog =
  | { readonly what: 'add' }
  | { readonly what: 'change' | 'delete'; readonly schedule: Schedule };

const COLUMNS = ['report', 'when', 'recipients', 'next', 'last', 'on'] as const;

export function ScheduleList() {
  const { t } = useTranslation('reports');
  const schedules = useSchedules();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const add = schedules.data !== undefined && (
    <AddButton onClick={() => setDialog({ what: 'add' })}>{t('reports:schedule.add')}</AddButton>
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
              type="info"
              showIcon
              title={t('reports:schedule.no-mail')}
              description={t('reports:schedule.no-mail-about')}
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
                    hasMail={hasMail}
                    onChange={() => setDialog({ what: 'change', schedule })}
                    onDelete={() => setDialog({ what: 'delete', schedule })}
                  />
                ))}
              </tbody>
            </table>
          )}
          {dialog?.what === 'delete' && (
            <DeleteScheduleDialog schedule={dialog.schedule} onClose={close} />
          )}
          {dialog?.what === 'add' && (
            <ScheduleDialog people={people} hasMail={hasMail} onClose={close} />
          )}
          {dialog?.what === 'change' && (
            <ScheduleDialog
              people={people}
              hasMail={hasMail}
              schedule={dialog.schedule}
              onClose={close}
            />
          )}
        </>
      )}
    </Tile>
  );
}
