/**
 * Dialog to switch a user to manual or back to automatic: mode, command, end time, state and
 * effect.
 */
import { WarningOutlined } from '@ant-design/icons';
import { Alert, App, Input, Radio } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { MomentField } from '../../../components/fields/moment-field.tsx';
import { ValueWithUnit } from '../../../components/values/value-with-unit.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { newRequestKey } from '../../../lib/calls/request-key.ts';
import { isMoment } from '../../../lib/formats/wall-clock.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { type TowerUserState, useTowerControl } from '../api/use-towers.ts';
import { UserStateTag } from './tower-tags.tsx';

const MODES = ['auto', 'manual', 'manual_to_auto'] as const;
const ORDERS = ['stay', 'open', 'close'] as const;
const STEP_UP = ['step-up-required', 'group-share-exceeded', 'bad-credentials'];

interface UserDialogProps {
  towerId: number;
  user: TowerUserState;
  onDone: () => void;
}

export function UserDialog({ towerId, user, onDone }: UserDialogProps) {
  const { t } = useTranslation('towers');
  const { zone } = useRequiredSession().user;
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { control, followed } = useTowerControl();
  const [mode, setMode] = useState<(typeof MODES)[number]>(
    MODES.find((one) => one === user.mode) ?? 'manual',
  );
  const [order, setOrder] = useState<(typeof ORDERS)[number]>('stay');
  const [until, setUntil] = useState('');
  const [password, setPassword] = useState('');
  const [requestKey, setRequestKey] = useState(newRequestKey);
  const id = useId();
  const isAsked = STEP_UP.includes(control.error?.reason ?? '');
  const isUntilWrong = mode === 'manual_to_auto' && until !== '' && !isMoment(until);
  const anew = () => setRequestKey(newRequestKey());
  const give = () =>
    control.mutate(
      {
        params: { id: String(towerId), slot: String(user.slot) },
        body: {
          mode,
          confirm: true,
          ...(mode === 'auto' || order === 'stay' ? {} : { order }),
          ...(mode === 'manual_to_auto' && until !== '' ? { until } : {}),
          ...(password === '' ? {} : { password }),
        },
        requestKey,
      },
      {
        onSuccess: ({ msg }) => {
          void followed();
          void message.success(msg);
          onDone();
        },
        // A new attempt is a new command with its own request key.
        onError: anew,
      },
    );
  const opens = mode !== 'auto' && order === 'open' && user.position !== 'open';
  return (
    <ConfirmDialog
      isOpen
      title={t('towers:control.title', { name: user.name })}
      confirmLabel={t('towers:control.confirm')}
      isDanger={opens}
      isBusy={control.isPending}
      isBlocked={isUntilWrong || (isAsked && password === '')}
      onConfirm={give}
      onCancel={onDone}
    >
      <div className="tower-form stack gap-16">
        <p>
          <UserStateTag state={user.state} /> {t(`towers:position.${user.position ?? 'unknown'}`)} ·{' '}
          <ValueWithUnit value={user.load_kw} unit="kW" digits={2} />
        </p>
        <fieldset className="box">
          <legend>{t('towers:user.mode')}</legend>
          <Radio.Group value={mode} onChange={({ target }) => setMode(target.value)} vertical>
            {MODES.map((one) => (
              <Radio key={one} value={one}>
                {t(`towers:mode.${one}`)}{' '}
                <span className="tower-form__about muted text-tiny">
                  {t(`towers:mode-about.${one}`)}
                </span>
              </Radio>
            ))}
          </Radio.Group>
        </fieldset>
        {mode !== 'auto' && (
          <fieldset className="box">
            <legend>{t('towers:control.order')}</legend>
            <Radio.Group value={order} onChange={({ target }) => setOrder(target.value)}>
              {ORDERS.map((one) => (
                <Radio key={one} value={one}>
                  {t(`towers:order.${one}`)}
                </Radio>
              ))}
            </Radio.Group>
          </fieldset>
        )}
        {mode === 'manual_to_auto' && (
          <label className="tower-form__field stack gap-4" htmlFor={`${id}-until`}>
            {t('towers:control.until')}
            <MomentField
              id={`${id}-until`}
              isClearable
              value={until}
              aria-describedby={`${id}-about`}
              onChange={setUntil}
            />
            <span id={`${id}-about`} className="tower-form__about muted text-tiny">
              {t('towers:control.until-about', { zone })}
            </span>
          </label>
        )}
        {opens && (
          <p className="warn">
            <WarningOutlined aria-hidden /> {t('towers:control.opens', { name: user.name })}
          </p>
        )}
        {control.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(control.error)} />
        )}
        {isAsked && (
          <label className="tower-form__field stack gap-4" htmlFor={`${id}-password`}>
            {t('towers:control.password')}
            <Input.Password
              id={`${id}-password`}
              autoComplete="current-password"
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          </label>
        )}
      </div>
    </ConfirmDialog>
  );
}
