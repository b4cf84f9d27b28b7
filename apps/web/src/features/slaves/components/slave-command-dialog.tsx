/**
 * The confirmation before several slaves are switched: each by name with its current state and
 * load, and the reason if it is excluded. A blocked slave does not block the others. A state change
 * while the dialog is open invalidates the confirmation.
 */
import { StopOutlined, WarningOutlined } from '@ant-design/icons';
import { Alert } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TreeDevice } from '../../../components/device-tree/tree-device.ts';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { CommandIcon } from '../../../device-kit/components/command-icon.tsx';
import { LoadNow } from '../../../device-kit/components/load-now.tsx';
import { StateText } from '../../../device-kit/components/state-text.tsx';
import {
  StepUpDialog,
  type StepUpDialogProps,
} from '../../../device-kit/components/step-up-dialog.tsx';
import { isTooOld } from '../../../device-kit/shown-state.ts';
import { useHasChanged } from '../../../device-kit/use-has-changed.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { newRequestKey } from '../../../lib/calls/request-key.ts';
import { holderOf } from '../../../lib/session/use-may.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useSlaves } from '../api/use-slaves.ts';
import { previewSlaves, type SlavePreview, type SlavesCommand } from '../slave-command.ts';
import '../../device-control/components/command-dialog.css';

export interface SlaveCommandDialogProps {
  readonly command: SlavesCommand;
  readonly gateway: TreeDevice;
  readonly codes: readonly string[];
  readonly isSending: boolean;
  /** Set if the confirmed command requires the password. */
  readonly stepUp: StepUpDialogProps['stepUp'] | undefined;
  readonly onPassword: (password: string) => void;
  readonly onGive: (addresses: readonly number[], requestKey: string) => void;
  readonly onCancel: () => void;
}

export function SlaveCommandDialog(props: SlaveCommandDialogProps) {
  const { command, gateway } = props;
  const [codes] = useState(props.codes);
  const [requestKey] = useState(newRequestKey);
  const { t } = useTranslation(['slaves', 'control']);
  const errorText = useErrorText();
  const { user } = useRequiredSession();
  const now = useNow(1_000);
  const { data, dataUpdatedAt, error, refetch } = useSlaves(gateway.code);
  const slaves = data?.filter(({ code }) => codes.includes(code)) ?? [];
  const isOld = isTooOld(dataUpdatedAt, now);
  useEffect(() => {
    if (isOld) void refetch({ cancelRefetch: false });
  }, [isOld, refetch]);
  const hasChanged = useHasChanged(slaves, isOld);
  const previews = previewSlaves(command, slaves, { holder: holderOf(user), userId: user.user_id });
  const going = previews.filter(({ block }) => block === null);

  if (props.stepUp !== undefined) {
    return (
      <StepUpDialog
        stepUp={props.stepUp}
        deviceName={gateway.name}
        isSending={props.isSending}
        isOld={isOld}
        changed={hasChanged ? t('slaves:confirm.changed') : undefined}
        onPassword={props.onPassword}
        onCancel={props.onCancel}
      />
    );
  }
  return (
    <ConfirmDialog
      isOpen
      isWide
      title={t(`slaves:confirm.title.${command}`, { name: gateway.name })}
      confirmLabel={t(`slaves:confirm.action.${command}`, { count: going.length })}
      isDanger
      isBusy={props.isSending}
      isBlocked={isOld || hasChanged || going.length === 0}
      onConfirm={() =>
        props.onGive(
          going.flatMap(({ slave }) => slave.slaveAddress ?? []),
          requestKey,
        )
      }
      onCancel={props.onCancel}
    >
      {isOld && error === null && <p role="status">{t('control:confirm.reading')}</p>}
      <table className="slave-preview plain-table" data-old={isOld}>
        <thead>
          <tr>
            <th scope="col">{t('slaves:column.slave')}</th>
            <th scope="col">{t('control:confirm.state')}</th>
            <th scope="col">{t('slaves:column.order')}</th>
          </tr>
        </thead>
        <tbody>
          {previews.map((preview) => (
            <PreviewRow key={preview.slave.code} preview={preview} command={command} />
          ))}
        </tbody>
      </table>
      {going.length > 0 ? (
        <p className="order-effect" data-order={command}>
          <WarningOutlined aria-hidden /> {t(`slaves:confirm.effect.${command}`)}
        </p>
      ) : (
        !isOld && <Alert type="warning" showIcon title={t('slaves:confirm.none')} role="alert" />
      )}
      {hasChanged && (
        <Alert type="warning" showIcon title={t('slaves:confirm.changed')} role="alert" />
      )}
      {isOld && error !== null && (
        <Alert type="error" showIcon title={errorText(error)} role="alert" />
      )}
    </ConfirmDialog>
  );
}

function PreviewRow({ preview, command }: { preview: SlavePreview; command: SlavesCommand }) {
  const { t } = useTranslation(['slaves', 'errors', 'control']);
  const { slave, block } = preview;
  return (
    <tr data-left-out={block !== null}>
      <th scope="row">
        <span className="slot-tile__number ltr">{slave.slaveAddress}</span> <bdi>{slave.name}</bdi>
      </th>
      <td>
        <span className="row align-baseline gap-text">
          <StateText action={slave.action} />
        </span>
        <span className="row align-baseline gap-text hint">
          <LoadNow device={slave} />
        </span>
      </td>
      <td>
        {block === null ? (
          <span className="line inline strong nowrap">
            <CommandIcon command={command} /> {t(`control:order.${command}`)}
          </span>
        ) : (
          <span className="warn">
            <StopOutlined aria-hidden /> {t('slaves:confirm.left-out')}{' '}
            <span className="slave-preview__why hint">{t(`errors:reason.${block}`)}</span>
          </span>
        )}
      </td>
    </tr>
  );
}
