/**
 * Clears a command that was sent and never answered. Such a command blocks its breaker until the
 * device reports a state. A user who has checked the breaker on site can clear it under their name.
 */
import { WarningOutlined } from '@ant-design/icons';
import { Alert, Button, Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import type { CommandWire } from '../../../device-kit/api/command-after-event.ts';
import type { LastCommand } from '../../../device-kit/api/device-detail.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useCallMutation } from '../../../lib/calls/use-call.ts';
import './command-dialog.css';

export interface OverrideCommandProps {
  readonly command: LastCommand;
  readonly deviceName: string;
  /** Called with the ended command. */
  readonly onDone: (command: CommandWire) => void;
}

export function OverrideCommand({ command, deviceName, onDone }: OverrideCommandProps) {
  const { t } = useTranslation('control');
  const errorText = useErrorText();
  const override = useCallMutation('v2.device.command.cancel');
  const [isOpen, setOpen] = useState(false);
  const [hasLooked, setLooked] = useState(false);
  const name =
    command.switchCommand === undefined ? '' : t(`control:order.${command.switchCommand}`);

  const ask = () => {
    override.reset();
    setLooked(false);
    setOpen(true);
  };
  const confirm = () =>
    override.mutate(
      { params: { id: command.id } },
      {
        onSuccess: ({ data }) => {
          setOpen(false);
          onDone(data);
        },
      },
    );

  return (
    <>
      <Button size="small" onClick={ask}>
        {t('control:override.button')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={t('control:override.title')}
        confirmLabel={t('control:override.confirm')}
        isDanger
        isBusy={override.isPending}
        isBlocked={!hasLooked}
        onConfirm={confirm}
        onCancel={() => setOpen(false)}
      >
        <p className="order-effect" data-order={command.switchCommand}>
          <WarningOutlined aria-hidden />{' '}
          {t('control:override.unknown', { name: deviceName, order: name })}
        </p>
        <p>{t('control:override.effect')}</p>
        <Checkbox checked={hasLooked} onChange={(event) => setLooked(event.target.checked)}>
          {t('control:override.looked')}
        </Checkbox>
        {override.error !== null && (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={
              // Here "busy" has a single cause: the command has not timed out yet.
              override.error.reason === 'control-busy'
                ? t('control:override.too-early')
                : errorText(override.error)
            }
          />
        )}
      </ConfirmDialog>
    </>
  );
}
