/**
 * The confirmation before a batch command: each breaker by name with its current state, the
 * excluded devices with the reason, and the duration. The displayed states are at most ten seconds
 * old. If one changes while the dialog is open, the confirmation is withdrawn, also while it waits
 * for the password.
 */
import { WarningOutlined } from '@ant-design/icons';
import { BATCH_LIFE_MS, batchDurationMs } from '@busbar/domain/switch/control-pace';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import { Alert } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import type { CommandRequest } from '../../../device-kit/api/command-request.ts';
import { StateText } from '../../../device-kit/components/state-text.tsx';
import {
  StepUpDialog,
  type StepUpDialogProps,
} from '../../../device-kit/components/step-up-dialog.tsx';
import { isTooOld } from '../../../device-kit/shown-state.ts';
import { useHasChanged } from '../../../device-kit/use-has-changed.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import type { ApiError } from '../../../lib/calls/api-error.ts';
import { newRequestKey } from '../../../lib/calls/request-key.ts';
import { useNow } from '../../../lib/use-now.ts';
import {
  LockFields,
  lockCommand,
  useLockForm,
  useLockZone,
} from '../../device-control/components/lock-fields.tsx';
import { type GroupDevice, useStatesNow } from '../api/use-group-devices.ts';
import { type CommandPreview, previewCommand } from '../batch-preview.ts';
import { useShownName } from '../shown-names.ts';
import { LostLoadNote } from './lost-load-note.tsx';
import '../../device-control/components/command-dialog.css';

export interface BatchCommandDialogProps {
  readonly command: SwitchCommand;
  readonly codes: ReadonlySet<string>;
  readonly isSending: boolean;
  readonly error: ApiError | undefined;
  /** Set if the confirmed command requires the password. */
  readonly stepUp: StepUpDialogProps['stepUp'] | undefined;
  /** Names the confirmed devices in the password dialog. */
  readonly stepUpName: string;
  readonly onPassword: (password: string) => void;
  readonly onGive: (codes: readonly string[], request: CommandRequest) => void;
  readonly onCancel: () => void;
  /** Effect of the command, shown below its description. */
  readonly effect?: (possible: readonly GroupDevice[]) => ReactNode;
}

export function BatchCommandDialog(props: BatchCommandDialogProps) {
  const { command, codes } = props;
  const { t } = useTranslation(['group-control', 'control']);
  const errorText = useErrorText();
  const zone = useLockZone();
  const form = useLockForm(zone);
  const now = useNow(1_000);
  const states = useStatesNow(codes);
  // States from before the dialog would count as changed by the first read.
  const isRead = states.data !== undefined && states.isFetchedAfterMount;
  const isOld = !isRead || isTooOld(states.dataUpdatedAt, now);
  const preview = previewCommand(command, states.data ?? []);
  const { possible, blocked } = preview;
  const hasChanged = useHasChanged(
    [...possible, ...blocked.map(({ device }) => ({ ...device, isPossible: false }))],
    isOld,
  );
  const [requestKey] = useState(newRequestKey);
  const error = props.error ?? (isOld ? states.error : null);

  const confirm = () => {
    const listed = possible.map(({ code }) => code);
    if (command !== 'lock') return props.onGive(listed, { command, requestKey });
    if (form.attempt()) props.onGive(listed, lockCommand(form.values, zone, requestKey));
  };

  if (props.stepUp !== undefined) {
    return (
      <StepUpDialog
        stepUp={props.stepUp}
        deviceName={props.stepUpName}
        isSending={props.isSending}
        isOld={isOld}
        changed={hasChanged ? t('group-control:confirm.changed') : undefined}
        onPassword={props.onPassword}
        onCancel={props.onCancel}
      />
    );
  }
  return (
    <ConfirmDialog
      isOpen
      isWide
      title={t(`group-control:confirm.title.${command}`, { count: codes.size })}
      confirmLabel={t(`group-control:confirm.action.${command}`, { count: possible.length })}
      isDanger={command !== 'unlock'}
      isBusy={props.isSending}
      isBlocked={isOld || hasChanged || possible.length === 0}
      onConfirm={confirm}
      onCancel={props.onCancel}
    >
      {isOld ? (
        <p role="status">{t('group-control:confirm.reading')}</p>
      ) : (
        <DeviceStates preview={preview} />
      )}
      {possible.length > 0 && (
        <p className="order-effect" data-order={command}>
          <WarningOutlined aria-hidden />{' '}
          {t(`group-control:confirm.effect.${command}`, { count: possible.length })}{' '}
          <Duration command={command} count={possible.length} />
        </p>
      )}
      {(command === 'open' || command === 'lock') && <LostLoadNote breakers={possible} now={now} />}
      {possible.length > 0 && props.effect?.(possible)}
      {command === 'lock' && <LockFields form={form} zone={zone} />}
      {hasChanged && (
        <Alert type="warning" showIcon title={t('group-control:confirm.changed')} role="alert" />
      )}
      {error !== null && <Alert type="error" showIcon title={errorText(error)} role="alert" />}
    </ConfirmDialog>
  );
}

function Duration({ command, count }: { command: SwitchCommand; count: number }) {
  const { t } = useTranslation('group-control');
  const takesMs = batchDurationMs(command, count);
  if (command !== 'close' || count < 2) return null;
  const minutes = Math.max(1, Math.round(takesMs / 60_000));
  return (
    <>
      {t('group-control:confirm.takes', { count: minutes })}
      {takesMs > BATCH_LIFE_MS && ` ${t('group-control:confirm.too-long')}`}
    </>
  );
}

function DeviceStates({ preview }: { preview: CommandPreview<GroupDevice> }) {
  const { t } = useTranslation(['group-control', 'errors']);
  const { possible, blocked } = preview;
  return (
    <section
      className="group-list box"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard (WCAG 2.1.1).
      tabIndex={0}
      aria-label={t('group-control:confirm.list')}
    >
      {blocked.length > 0 && (
        <>
          <p className="group-list__head hint">
            {t('group-control:confirm.blocked', { count: blocked.length })}
          </p>
          <ul className="ruled">
            {blocked.map(({ device, block }) => (
              <DeviceLine key={device.code} device={device} note={t(`errors:reason.${block}`)} />
            ))}
          </ul>
        </>
      )}
      {possible.length > 0 && (
        <>
          <p className="group-list__head hint">
            {t('group-control:confirm.possible', { count: possible.length })}
          </p>
          <ul className="ruled">
            {possible.map((device) => (
              <DeviceLine key={device.code} device={device} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function DeviceLine({ device, note }: { device: GroupDevice; note?: string }) {
  const name = useShownName()(device);
  return (
    <li className="row gap-text">
      <span className="grow-wide breakable">
        <bdi>{name}</bdi> <span className="code ltr faint text-small">{device.code}</span>
      </span>
      <span className="row inline gap-text">
        <StateText action={device.action} />
      </span>
      {note !== undefined && <span className="full hint">{note}</span>}
    </li>
  );
}
