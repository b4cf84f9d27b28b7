/** Actions on a sent frame: reuse it, or dismiss it if its outcome is unknown. */
import { RedoOutlined } from '@ant-design/icons';
import { Alert, Button, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { type HistoryRow, useFilledFrame, useSetAside } from '../api/use-console.ts';

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
  const [asked, setAsked] = useState<{ what: HistoryQuestion; row: HistoryRow }>();
  const close = () => setAsked(undefined);
  return {
    ask: (what: HistoryQuestion, row: HistoryRow) => setAsked({ what, row }),
    question: (
      <>
        {asked?.what === 'passwords' && (
          <PasswordsDialog
            row={asked.row}
            onCancel={close}
            onFilled={(code) => {
              close();
              onReplay({ ...asked.row, send_code: code });
            }}
          />
        )}
        {asked?.what === 'aside' && <AsideDialog row={asked.row} onDone={close} />}
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
  const errorText = useErrorText();
  const id = useId();
  const fill = useFilledFrame();
  const fields = FIELDS.slice(0, row.send_code.match(/\*{6}/g)?.length ?? 0);
  const [typed, setTyped] = useState<readonly string[]>(() => fields.map(() => ''));
  return (
    <ConfirmDialog
      isOpen
      title={t('console:history.replay')}
      confirmLabel={t('console:history.use')}
      isBusy={fill.isPending}
      isBlocked={!typed.every((digits) => SIX_DIGITS.test(digits))}
      onConfirm={() =>
        fill.mutate(
          { body: { code: row.send_code, passwords: [...typed] } },
          { onSuccess: ({ data }) => onFilled(data.code ?? '') },
        )
      }
      onCancel={onCancel}
    >
      <div className="console-confirm stack">
        <p>{t('console:history.masked')}</p>
        {fields.map((field, at) => (
          <div key={field} className="console-field stack gap-4">
            <label htmlFor={`${id}-${field}`}>{t(`console:history.${field}`)}</label>
            <Input.Password
              id={`${id}-${field}`}
              dir="ltr"
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              value={typed[at] ?? ''}
              onChange={({ target }) => setTyped((old) => old.with(at, target.value))}
            />
          </div>
        ))}
        {fill.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(fill.error)} />
        )}
      </div>
    </ConfirmDialog>
  );
}

function AsideDialog({ row, onDone }: { row: HistoryRow; onDone: () => void }) {
  const { t } = useTranslation('console');
  const errorText = useErrorText();
  const aside = useSetAside();
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={t('console:history.aside')}
      confirmLabel={t('console:history.aside')}
      isBusy={aside.isPending}
      onConfirm={() =>
        aside.mutate({ params: { id: row.command_id } }, { onSuccess: () => onDone() })
      }
      onCancel={onDone}
    >
      <div className="console-confirm stack">
        <p>{t('console:history.aside-body')}</p>
        {aside.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(aside.error)} />
        )}
      </div>
    </ConfirmDialog>
  );
}
