/** Actions on a sent frame: reuse it, or dismiss it if its outcome is unknown. */
import { RedoOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { FormText } from '../../../components/forms/form-text.tsx';
import { useSend } from '../../../lib/calls/use-send.ts';
import { type HistoryRow, useSetAside } from '../api/use-console.ts';

/** Kind of confirmation requested for a frame. */
export type HistoryQuestion = 'passwords' | 'aside';

interface HistoryActionsProps {
  readonly row: HistoryRow;
  readonly onAsk: (what: HistoryQuestion, row: HistoryRow) => void;
  readonly onReplay: (row: HistoryRow) => void;
}

export function HistoryActions({ row, onAsk, onReplay }: HistoryActionsProps) {
  const { t } = useTranslation('console');
  const isMasked = row.send_code.includes('*');
  const isOpenEnded = row.state === 'unknown' && row.effect !== 'read';
  return (
    <span className="console-history__actions row inline">
      <Button
        size="small"
        icon={<RedoOutlined aria-hidden />}
        onClick={() => (isMasked ? onAsk('passwords', row) : onReplay(row))}
      >
        {t('console:history.replay')}
      </Button>
      {isOpenEnded && (
        <Button size="small" danger onClick={() => onAsk('aside', row)}>
          {t('console:history.aside')}
        </Button>
      )}
    </span>
  );
}

/**
 * The dialogs of the history, and the callback by which rows open them. They are outside the rows,
 * because a row leaves the page as new frames arrive and would discard the typed text.
 */
export function useHistoryQuestions(onReplay: (row: HistoryRow) => void) {
  const [dialog, setDialog] = useState<{ what: HistoryQuestion; row: HistoryRow }>();
  const close = () => setDialog(undefined);
  return {
    ask: (what: HistoryQuestion, row: HistoryRow) => setDialog({ what, row }),
    question: (
      <>
        {dialog?.what === 'passwords' && (
          <PasswordsDialog
            row={dialog.row}
            onCancel={close}
            onFilled={(code) => {
              close();
              onReplay({ ...dialog.row, send_code: code });
            }}
          />
        )}
        {dialog?.what === 'aside' && <AsideDialog row={dialog.row} onClose={close} />}
      </>
    ),
  };
}

interface PasswordsDialogProps {
  readonly row: HistoryRow;
  readonly onFilled: (code: string) => void;
  readonly onCancel: () => void;
}

const FIELDS = ['password', 'password-new'] as const;
const SIX_DIGITS = /^\d{6}$/;

function PasswordsDialog({ row, onFilled, onCancel }: PasswordsDialogProps) {
  const { t } = useTranslation('console');
  const send = useSend();
  const fields = FIELDS.slice(0, row.send_code.match(/\*{6}/g)?.length ?? 0);
  const [typed, setTyped] = useState<readonly string[]>(() => fields.map(() => ''));
  return (
    <FormDialog
      title={t('console:history.replay')}
      saveLabel={t('console:history.use')}
      isBlocked={!typed.every((digits) => SIX_DIGITS.test(digits))}
      onSave={() =>
        send('v2.tower.explain-msg', { body: { code: row.send_code, passwords: [...typed] } })
      }
      onSaved={({ data }) => onFilled(data.code ?? '')}
      onClose={onCancel}
    >
      <p>{t('console:history.masked')}</p>
      {fields.map((field, at) => (
        <FormText
          key={field}
          label={t(`console:history.${field}`)}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          value={typed[at] ?? ''}
          onChange={(digits) => setTyped((old) => old.with(at, digits))}
        />
      ))}
    </FormDialog>
  );
}

function AsideDialog({ row, onClose }: { row: HistoryRow; onClose: () => void }) {
  const { t } = useTranslation('console');
  const send = useSetAside();
  return (
    <FormDialog
      isDanger
      title={t('console:history.aside')}
      saveLabel={t('console:history.aside')}
      onSave={() => send('v2.device.command.cancel', { params: { id: row.command_id } })}
      onClose={onClose}
    >
      <p>{t('console:history.aside-body')}</p>
    </FormDialog>
  );
}
