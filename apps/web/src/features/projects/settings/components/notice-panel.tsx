/**
 * Additional recipients of a project's notifications, besides the users who can see its devices:
 * mail addresses and the message list.
 */

import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddButton } from '../../../../components/forms/add-button.tsx';
import { DeleteDialog } from '../../../../components/forms/delete-dialog.tsx';
import { EmptyState } from '../../../../components/states/empty-state.tsx';
import { Loaded } from '../../../../components/states/loaded.tsx';
import { StateTag } from '../../../../components/states/state-tag.tsx';
import { isLanguage, LANGUAGE_NAMES } from '../../../../i18n/languages.ts';
import {
  type ProjectNotice,
  useNoticeChanges,
  useProjectNotices,
} from '../../api/use-project-config.ts';
import { RowActions } from '../../components/row-actions.tsx';
import { NoticeDialog } from './notice-dialog.tsx';

type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; notice: ProjectNotice };

export function NoticePanel({ project }: { project: number }) {
  const { t } = useTranslation('projects');
  const notices = useProjectNotices(project);
  const send = useNoticeChanges();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const add = (
    <AddButton onClick={() => setOpen({ kind: 'add' })}>{t('projects:notice.add')}</AddButton>
  );
  return (
    <div className="stack gap-16">
      <div className="project-panel__head row align-start spread gap-wide">
        <p className="hint prose">
          {t('projects:notice.about')}{' '}
          <Link to="/notification-setting">{t('projects:notice.own')}</Link>
        </p>
        {notices.data !== undefined && notices.data.length > 0 && add}
      </div>
      <Loaded
        query={notices}
        empty={
          <EmptyState
            title={t('projects:notice.none')}
            body={t('projects:notice.none-body')}
            action={add}
          />
        }
      >
        {(list) => (
          <table
            className="plain-table project-cards folds"
            aria-label={t('projects:notice.title')}
          >
            <thead>
              <tr>
                <th scope="col">{t('projects:notice.address')}</th>
                <th scope="col">{t('projects:notice.mail')}</th>
                <th scope="col">{t('projects:notice.app')}</th>
                <th scope="col">{t('projects:notice.language')}</th>
                <th scope="col">
                  <span className="visually-hidden">{t('projects:actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {list.map((notice) => (
                <tr key={notice.id}>
                  <th scope="row">
                    <bdi className="ltr">{nameOf(notice)}</bdi>
                  </th>
                  <td data-label={t('projects:notice.mail')}>
                    <YesNo isYes={notice.mail_notification} />
                  </td>
                  <td data-label={t('projects:notice.app')}>
                    <YesNo isYes={notice.app_notification} />
                  </td>
                  <td data-label={t('projects:notice.language')}>
                    {isLanguage(notice.language) ? LANGUAGE_NAMES[notice.language] : '–'}
                  </td>
                  <td>
                    <RowActions
                      name={nameOf(notice)}
                      onEdit={() => setOpen({ kind: 'edit', notice })}
                      onDelete={() => setOpen({ kind: 'delete', notice })}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
      {(open?.kind === 'add' || open?.kind === 'edit') && (
        <NoticeDialog
          project={project}
          notice={open.kind === 'edit' ? open.notice : undefined}
          onClose={close}
        />
      )}
      {open?.kind === 'delete' && (
        <DeleteDialog
          title={t('projects:delete.title')}
          name={nameOf(open.notice)}
          saveLabel={t('projects:delete.confirm')}
          done={t('projects:deleted')}
          onSave={() => send('v2.config.notice.delete', { params: { id: String(open.notice.id) } })}
          onClose={close}
        >
          <p>{t('projects:notice.delete-body')}</p>
        </DeleteDialog>
      )}
    </div>
  );
}

const nameOf = ({ mail_address: address }: ProjectNotice): string =>
  address === '' ? '–' : address;

function YesNo({ isYes }: { isYes: boolean }) {
  const { t } = useTranslation('projects');
  return isYes ? (
    <StateTag tone="good" icon={<CheckCircleFilled aria-hidden />} isPlain>
      {t('projects:notice.on')}
    </StateTag>
  ) : (
    <StateTag tone="neutral" icon={<MinusCircleOutlined aria-hidden />} isPlain>
      {t('projects:notice.off')}
    </StateTag>
  );
}
