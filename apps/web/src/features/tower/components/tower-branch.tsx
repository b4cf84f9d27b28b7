/** Branch of one user: reported breaker state, tower decision with its cause, load and mode. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatShort, withUnit } from '@busbar/domain/formats/number-format';
import { isSwitchAction } from '@busbar/domain/switch/switch-action';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Age } from '../../../components/values/age.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { ValueWithUnit } from '../../../components/values/value-with-unit.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import { BreakerDrawing } from '../../device-control/components/breaker-drawing.tsx';
import type { TowerUserState } from '../api/use-towers.ts';
import { UserStateTag } from './tower-tags.tsx';

interface TowerBranchProps {
  user: TowerUserState;
  onControl: (() => void) | undefined;
}

export function TowerBranch({ user, onControl }: TowerBranchProps) {
  const { t } = useTranslation(['towers', 'errors']);
  if (user.state === null || user.cause === null) {
    return (
      <li className="branch">
        <h3 className="breakable">
          <bdi>{user.name}</bdi>
        </h3>
        <p className="hint">{t('errors:reason.tower-breaker-hidden')}</p>
      </li>
    );
  }
  const action = isSwitchAction(user.action) ? user.action : undefined;
  return (
    <li className="branch touch" data-closed={user.position === 'close'}>
      <BreakerDrawing action={action} isBusy={user.busy} />
      <div className="stack gap-8 to-start">
        <h3 className="breakable">
          <bdi>{user.name}</bdi>
        </h3>
        <UserStateTag state={user.state} />
        <p className="hint">
          {t(`towers:cause.${user.cause}`)} · <Age at={user.since} />
        </p>
      </div>
      <dl className="branch__facts text-small span-all">
        <dt>{t('towers:live.position')}</dt>
        <dd>
          {t(user.busy ? 'towers:live.moving' : `towers:position.${user.position ?? 'unknown'}`)}
        </dd>
        <dt>{t('towers:live.load')}</dt>
        <dd>
          <ValueWithUnit value={user.load_kw} unit="kW" digits={2} />
        </dd>
        <dt>{t('towers:user.mode')}</dt>
        <dd>
          {t(`towers:mode.${user.mode}`)}
          {user.return_at !== null && (
            <>
              {' · '}
              {t('towers:live.until')} <Moment at={user.return_at} />
            </>
          )}
        </dd>
        <dt>{t('towers:user.standby')}</dt>
        <dd>
          <StandbyTexts user={user} />
        </dd>
        {user.next_edge_at !== null && user.mode === 'auto' && (
          <>
            <dt>{t('towers:live.next-edge')}</dt>
            <dd>
              <Moment at={user.next_edge_at} />
            </dd>
          </>
        )}
      </dl>
      {user.refusal !== null && (
        <p className="warn text-small span-all" role="status">
          {t('towers:live.refused')} {t(`errors:reason.${user.refusal}`)}
        </p>
      )}
      {onControl !== undefined && (
        <Button
          size="small"
          aria-label={t('towers:control.of', { name: user.name })}
          onClick={onControl}
        >
          {t('towers:control.open')}
        </Button>
      )}
    </li>
  );
}

export function StandbyTexts({
  user,
}: {
  user: Pick<
    TowerUserState,
    'standby_type' | 'standby_minutes' | 'standby_kwh' | 'cut_v' | 'reconnect_v'
  >;
}) {
  const { t } = useTranslation('towers');
  const { tag } = useLanguage();
  const { standby_type } = user;
  if (standby_type === 'timed')
    return t('towers:standby.timed-is', { count: user.standby_minutes });
  if (standby_type === 'energy')
    return t('towers:standby.energy-is', { kwh: amount(user.standby_kwh, 'kWh', tag) });
  if (standby_type === 'voltage') {
    const [cut, start] = [amount(user.cut_v, 'V', tag), amount(user.reconnect_v, 'V', tag)];
    return t('towers:standby.voltage-is', { cut, start });
  }
  return t('towers:standby.none-is');
}

/** Formats a value with its unit for use inside a sentence. */
export function amount(value: number, unit: string, tag: string): string {
  return ltrText(withUnit(formatShort(value, 6, tag), unit, tag));
}
