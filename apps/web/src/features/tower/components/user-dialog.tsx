/** Dialog to switch a user to manual or to automatic: mode, command, end time, state, effect. */
import { WarningOutlined } from '@ant-design/icons';
import { isMoment } from '@busbar/domain/formats/wall-clock';
import { Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { FormMoment } from '../../../components/forms/form-moment.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import { ValueWithUnit } from '../../../components/values/value-with-unit.tsx';
import { isApiError } from '../../../lib/calls/api-error.ts';
import { newRequestKey } from '../../../lib/calls/request-key.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { type TowerUserState, useTowerControl } from '../api/use-towers.ts';
import { UserStateTag } from './tower-tags.tsx';

const MODES = ['auto', 'manual', 'manual_to_auto'] as const;
const COMMANDS = ['stay', 'open', 'close'] as const;
const STEP_UP = ['step-up-required', 'group-share-exceeded', 'bad-credentials'];

interface UserDialogProps {
  towerId: number;
  user: TowerUserState;
  onClose: () => void;
}

export function UserDialog({ towerId, user, onClose }: UserDialogProps) {
  const { t } = useTranslation(['towers', 'control']);
  const { zone } = useRequiredSession().user;
  const send = useTowerControl();
  const [requestKey, setRequestKey] = useState(newRequestKey);
  const [asksPassword, setAsksPassword] = useState(false);
  const form = useFormState(() => ({
    mode: MODES.find((one) => one === user.mode) ?? 'manual',
    command: 'stay' as (typeof COMMANDS)[number],
    until: '',
    password: '',
  }));
  const { mode, command, until, password } = form.values;
  const isUntilWrong = mode === 'manual_to_auto' && until !== '' && !isMoment(until);
  const give = () =>
    send('v2.tower-device.control', {
      params: { id: String(towerId), slot: String(user.slot) },
      body: {
        mode,
        confirm: true,
        ...(mode !== 'auto' && command !== 'stay' && { order: command }),
        ...(mode === 'manual_to_auto' && until !== '' && { until }),
        ...(password !== '' && { password }),
      },
      requestKey,
    }).catch((error: unknown) => {
      // A new attempt is a new command with its own request key.
      setRequestKey(newRequestKey());
      setAsksPassword(isApiError(error) && STEP_UP.includes(error.reason ?? ''));
      throw error;
    });
  const operation = mode === 'auto' || command === 'stay' ? undefined : command;
  const moves = operation === user.position ? undefined : operation;
  return (
    <FormDialog
      title={t('towers:control.title', { name: user.name })}
      saveLabel={t(
        operation === undefined ? 'towers:control.confirm' : `control:confirm.action.${operation}`,
      )}
      isDanger={moves !== undefined}
      onEnter={() => {}}
      isBlocked={isUntilWrong || (asksPassword && password === '')}
      done={({ msg }) => msg}
      onSave={give}
      onClose={onClose}
    >
      <p>
        {user.state !== null && <UserStateTag state={user.state} />}{' '}
        {t('towers:control.position', {
          position: t(`towers:position.${user.position ?? 'unknown'}`),
        })}{' '}
        · <ValueWithUnit value={user.load_kw} unit="kW" digits={2} />
      </p>
      <fieldset className="box stack">
        <legend>{t('towers:user.mode')}</legend>
        <Radio.Group
          value={mode}
          onChange={({ target }) => form.set({ mode: target.value })}
          vertical
          className="tower-modes"
        >
          {MODES.map((one) => (
            <Radio key={one} value={one}>
              {t(`towers:mode.${one}`)}
              <span className="tower-modes__about hint prose">{t(`towers:mode-about.${one}`)}</span>
            </Radio>
          ))}
        </Radio.Group>
      </fieldset>
      {mode !== 'auto' && (
        <fieldset className="box stack">
          <legend>{t('towers:control.order')}</legend>
          <Radio.Group
            value={command}
            options={COMMANDS.map((value) => ({ value, label: t(`towers:order.${value}`) }))}
            onChange={({ target }) => form.set({ command: target.value })}
          />
        </fieldset>
      )}
      {mode === 'manual_to_auto' && (
        <FormMoment
          label={t('towers:control.until')}
          help={t('towers:control.until-about', { zone })}
          isClearable
          {...form.field('until')}
        />
      )}
      {moves !== undefined && (
        <p className="warn">
          <WarningOutlined aria-hidden /> {t(`towers:control.${moves}s`, { name: user.name })}
        </p>
      )}
      {asksPassword && (
        <FormText
          label={t('towers:control.password')}
          type="password"
          autoComplete="current-password"
          {...form.field('password')}
        />
      )}
    </FormDialog>
  );
}
