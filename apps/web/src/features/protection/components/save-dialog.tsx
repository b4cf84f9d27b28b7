/** Confirmation before a write: current and new values, line by line. */
import { ArrowRightOutlined } from '@ant-design/icons';
import type { Values } from '@busbar/domain/protection/definition';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { Age } from '../../../components/values/age.tsx';
import { newRequestKey } from '../../../lib/calls/request-key.ts';
import { type FormRow, isRowChanged } from '../form-rows.ts';
import type { RowTexts } from '../use-row-texts.ts';
import './save-dialog.css';

export interface SaveDialogProps {
  readonly name: string;
  readonly rows: readonly FormRow[];
  readonly texts: RowTexts;
  readonly values: Values;
  readonly onDevice: Values;
  /** Time when the device reported its values, ms. */
  readonly readAt: number | null;
  /** True if the write disables the protection. */
  readonly isDisabling: boolean;
  readonly onSave: (requestKey: string) => void;
  readonly onCancel: () => void;
}

export function SaveDialog({ name, rows, texts, values, onDevice, ...props }: SaveDialogProps) {
  const { t } = useTranslation('protection');
  const [requestKey] = useState(newRequestKey);
  return (
    <ConfirmDialog
      isOpen
      title={t('protection:save.title', { name })}
      confirmLabel={t('protection:save.confirm')}
      isDanger={props.isDisabling}
      onConfirm={() => props.onSave(requestKey)}
      onCancel={props.onCancel}
    >
      <table className="save-diff plain-table">
        <thead>
          <tr>
            <th scope="col">{t('protection:form.field')}</th>
            <th scope="col">
              {t('protection:form.on-device')}{' '}
              <span className="faint">
                <Age at={props.readAt} />
              </span>
            </th>
            <th scope="col">{t('protection:form.edited')}</th>
          </tr>
        </thead>
        <tbody>
          {rows
            .filter((row) => isRowChanged(row, onDevice, values))
            .map((row) => (
              <tr key={row.key}>
                <th scope="row">{texts.label(row)}</th>
                <td className="muted">
                  <bdi>{texts.text(row, onDevice)}</bdi>
                </td>
                <td className="is-strong">
                  <ArrowRightOutlined className="save-diff__arrow faint" aria-hidden />{' '}
                  <bdi>{texts.text(row, values)}</bdi>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      <p className="hint">{t('protection:save.note')}</p>
      {props.isDisabling && (
        <p className="save-diff__warning bad" role="alert">
          {t('protection:save.disabling')}
        </p>
      )}
    </ConfirmDialog>
  );
}
