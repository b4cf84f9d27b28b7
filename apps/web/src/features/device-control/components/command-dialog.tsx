/**
 * Confirmation before a breaker is operated: device, effect, current state, current load, and what
 * will lose power. The displayed state is never older than ten seconds. If it changes while the
 * dialog is open, the confirmation is withdrawn, also while it waits for the password.
 */

import { WarningOutlined } from '@ant-design/icons';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import { SWITCH_TABLE, type SwitchAction } from '@busbar/domain/switch/switch-action';
import { Alert } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceName } from '../../../components/device-tree/device-name.tsx';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { Age } from '../../../components/values/age.tsx';
import type { CommandRequest } from '../../../device-kit/api/command-request.ts';
import type { DeviceDetail } from '../../../device-kit/api/device-detail.ts';
import { LoadNow } from '../../../device-kit/components/load-now.tsx';
import { StateText } from '../../../device-kit/components/state-text.tsx';
import {
  StepUpDialog,
  type StepUpDialogProps,
} from '../../../device-kit/components/step-up-dialog.tsx';
import { isTooOld } from '../../../device-kit/shown-state.ts';
import { useSwitchedName } from '../../../device-kit/use-channel.ts';
import { useHasChanged } from '../../../device-kit/use-has-changed.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import type { ApiError } from '../../../lib/calls/api-error.ts';
import { newRequestKey } from '../../../lib/calls/request-key.ts';
import { useNow } from '../../../lib/use-now.ts';
import { LockFields, lockCommand, useLockForm, useLockZone } from './lock-fields.tsx';
import './command-dialog.css';

export interface CommandDialogProps {
  readonly command: SwitchCommand;
  readonly device: DeviceDetail;
  /** Time when the displayed state was read, ms. */
  readonly readAt: number;
  readonly readError: ApiError | null;
  readonly onRead: () => void;
  readonly isSending: boolean;
  /** Set if the confirmed command requires the password. */
  readonly stepUp: StepUpDialogProps['stepUp'] | undefined;
  readonly onPassword: (password: string) => void;
  readonly onGive: (request: CommandRequest) => void;
  readonly onCancel: () => void;
}

export function CommandDialog(props: CommandDialogProps) {
  const { command, device, readAt, readError, onRead } = props;
  const { t } = useTranslation('control');
  const errorText = useErrorText();
  const zone = useLockZone();
  const form = useLockForm(zone);
  const now = useNow(1_000);
  const isOld = isTooOld(readAt, now);
  useEffect(() => {
    if (isOld) onRead();
  }, [isOld, onRead]);
  const { channel } = device;
  const name = useSwitchedName()(device);
  const hasChanged = useHasChanged([device], isOld);
  const [requestKey] = useState(newRequestKey);

  const confirm = () => {
    if (command !== 'lock') return props.onGive({ command, requestKey });
    if (form.attempt()) props.onGive(lockCommand(form.values, zone, requestKey));
  };

  if (props.stepUp !== undefined) {
    return (
      <StepUpDialog
        stepUp={props.stepUp}
        deviceName={name}
        isSending={props.isSending}
        isOld={isOld}
        changed={hasChanged ? t('control:confirm.changed') : undefined}
        onPassword={props.onPassword}
        onCancel={props.onCancel}
      />
    );
  }
  return (
    <ConfirmDialog
      isOpen
      title={t(`control:confirm.title.${command}`, { name })}
      confirmLabel={t(`control:confirm.action.${command}`)}
      isDanger={command !== 'unlock'}
      isBusy={props.isSending}
      isBlocked={isOld || hasChanged}
      onConfirm={confirm}
      onCancel={props.onCancel}
    >
      <dl className="order-facts">
        <dt>{t('control:confirm.device')}</dt>
        <dd>
          <strong>
            <DeviceName name={device.name} code={device.code} />
          </strong>
          <span className="code ltr">{device.code}</span>
        </dd>
        {channel !== null && (
          <>
            <dt>{t('control:confirm.channel')}</dt>
            <dd>{t('control:confirm.channel-only', { number: channel })}</dd>
          </>
        )}
        <dt>{t('control:confirm.state')}</dt>
        <dd>
          {isOld ? (
            <span role="status">{t('control:confirm.reading')}</span>
          ) : (
            <>
              <StateText action={device.action} />
              <span className="order-facts__age">
                {t('control:confirm.read')} <Age at={readAt} />
              </span>
            </>
          )}
        </dd>
        <dt>{t('control:card.load')}</dt>
        <dd>
          <LoadNow device={device} />
        </dd>
      </dl>
      <p className="order-effect" data-order={command}>
        <WarningOutlined aria-hidden />{' '}
        {t(`control:confirm.effect.${effectOf(command, device.action)}`, { name })}
      </p>
      {command === 'lock' && <LockFields form={form} zone={zone} />}
      {hasChanged && (
        <Alert type="warning" showIcon title={t('control:confirm.changed')} role="alert" />
      )}
      {isOld && readError !== null && (
        <Alert type="error" showIcon title={errorText(readError)} role="alert" />
      )}
    </ConfirmDialog>
  );
}

/** Locking an open breaker interrupts no power; a false warning would teach users to ignore it. */
function effectOf(command: SwitchCommand, action: SwitchAction | undefined) {
  const isOpen = action !== undefined && !SWITCH_TABLE[action].closed;
  return command === 'lock' && isOpen ? 'lock-open' : command;
}
