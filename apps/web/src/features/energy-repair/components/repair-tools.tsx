/** Selects device, days and energy channel. */
import { ENERGY_CHANNELS } from '@busbar/domain/energy/energy-channel';
import { Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceSelect } from '../../../components/fields/device-select.tsx';
import { PeriodField } from '../../../components/fields/period-field.tsx';
import { type DayRange, MAX_DAYS } from '../../energy-explanation/span-parts.ts';
import type { RepairSearch } from '../repair-search.ts';
import { isSpan } from '../repair-span.ts';

export interface RepairToolsProps {
  readonly device: string | undefined;
  readonly span: DayRange;
  readonly channel: NonNullable<RepairSearch['channel']>;
  readonly onChange: (part: { [K in keyof RepairSearch]?: RepairSearch[K] | undefined }) => void;
}

export function RepairTools({ device, span, channel, onChange }: RepairToolsProps) {
  const { t } = useTranslation('repair');
  const id = useId();
  const isWrong = !isSpan(span);
  return (
    <section className="repair__tools panel row" aria-label={t('repair:tools')}>
      <DeviceSelect isOne value={device} onChange={(next) => onChange({ device: next })} />
      <PeriodField
        value={span}
        maxDays={MAX_DAYS}
        lastDays={[7]}
        isWrong={isWrong}
        aria-describedby={`${id}-said`}
        onChange={onChange}
      />
      <Select
        aria-label={t('repair:channel')}
        value={channel}
        options={ENERGY_CHANNELS.map((value) => ({
          value,
          label: t(`explanation:channel.${value}`),
        }))}
        popupMatchSelectWidth={false}
        style={{ minInlineSize: 200 }}
        onChange={(next) => onChange({ channel: next === 'activeTotal' ? undefined : next })}
      />
      <p className="bad" id={`${id}-said`} data-wrong={isWrong} role="status">
        {isWrong ? t('repair:day.wrong', { count: MAX_DAYS }) : ''}
      </p>
    </section>
  );
}
