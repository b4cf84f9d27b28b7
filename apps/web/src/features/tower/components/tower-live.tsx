/** Single-line diagram of a tower: mains and rectifiers, DC bus with battery, the branches. */
import { formatLasting } from '@busbar/domain/formats/duration-format';
import { ltrText } from '@busbar/domain/formats/ltr-text';
import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { QueryState } from '../../../components/states/loaded.tsx';
import { Age } from '../../../components/values/age.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { ValueWithUnit } from '../../../components/values/value-with-unit.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useMay } from '../../../lib/session/use-may.ts';
import { type TowerState, useTowerState } from '../api/use-towers.ts';
import { BusScale } from './bus-scale.tsx';
import { TowerBranch } from './tower-branch.tsx';
import { MainsTag } from './tower-tags.tsx';
import { UserDialog } from './user-dialog.tsx';

export function TowerLive({ id }: { id: number }) {
  const { t } = useTranslation('towers');
  const mayControl = useMay('device.switch');
  const { data: state, error, refetch } = useTowerState(id);
  const [slot, setSlot] = useState<number>();
  if (state === undefined) return <QueryState query={{ error, refetch }} lines={8} />;
  const selected = state.users.find((user) => user.slot === slot && !user.hidden);
  return (
    <div className="stack">
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} isCompact />}
      {state.device_gone && (
        <Alert type="error" showIcon role="alert" title={t('towers:live.gone')} />
      )}
      {!state.fresh && !state.device_gone && (
        <Alert
          type="warning"
          showIcon
          title={t(state.reading_at === null ? 'towers:live.silent' : 'towers:live.stale')}
        />
      )}
      <div className="stack gap-16">
        <Supply state={state} />
        <BusScale state={state} />
        {state.users.length === 0 ? (
          <EmptyState title={t('towers:live.no-users')} body={t('towers:live.no-users-body')} />
        ) : (
          <ol className="columns columns-fit">
            {state.users.map((user) => (
              <TowerBranch
                key={user.slot}
                user={user}
                onControl={mayControl ? () => setSlot(user.slot) : undefined}
              />
            ))}
          </ol>
        )}
      </div>
      {selected !== undefined && (
        <UserDialog towerId={id} user={selected} onClose={() => setSlot(undefined)} />
      )}
    </div>
  );
}

function Supply({ state }: { state: TowerState }) {
  const { t } = useTranslation('towers');
  const { tag } = useLanguage();
  return (
    <div className="single-line__supply">
      <section className="supply-box stack gap-4 to-start" data-live={state.mains === 'present'}>
        <h3 className="muted">{t('towers:live.mains')}</h3>
        <MainsTag mains={state.mains} />
        <p className="text-title">
          <ValueWithUnit value={state.mains_v} unit="V" digits={0} at={state.reading_at} />
        </p>
        {state.absent_since !== null && (
          <p className="muted text-tiny">
            {t('towers:live.absent-since')} <Moment at={state.absent_since} />
          </p>
        )}
      </section>
      <section className="supply-box stack gap-4 to-start" data-live={(state.input_kw ?? 0) > 0}>
        <h3 className="muted">{t('towers:live.rectifier')}</h3>
        <p className="text-title">
          <ValueWithUnit value={state.input_kw} unit="kW" digits={2} at={state.reading_at} />
        </p>
        <p className="muted text-tiny">
          {t('towers:live.load')} <ValueWithUnit value={state.load_kw} unit="kW" digits={2} />
        </p>
      </section>
      <section className="supply-box stack gap-4 to-start" data-live={state.mains === 'absent'}>
        <h3 className="muted">{t('towers:live.battery')}</h3>
        <p className="text-title">{t(batteryText(state))}</p>
        <p className="text-title">
          <ValueWithUnit value={state.battery_v} unit="V" at={state.reading_at} />
        </p>
        {state.drawn_kwh !== null && (
          <p className="muted text-tiny">
            {t('towers:live.drawn')} <ValueWithUnit value={state.drawn_kwh} unit="kWh" digits={2} />
          </p>
        )}
        {state.remaining_minutes !== null && (
          <p className="muted text-tiny">
            {t('towers:live.remaining', {
              time: ltrText(formatLasting(state.remaining_minutes * 60_000, tag)),
            })}
          </p>
        )}
      </section>
      <p className="muted text-tiny span-all">
        {t('towers:live.read')} <Age at={state.reading_at} />
      </p>
    </div>
  );
}

function batteryText({ mains, battery_v, fresh }: TowerState) {
  if (!fresh || battery_v === null) return 'towers:live.battery-unknown' as const;
  if (mains === 'absent') return 'towers:live.discharging' as const;
  return mains === 'present'
    ? ('towers:live.on-mains' as const)
    : ('towers:live.changing' as const);
}
