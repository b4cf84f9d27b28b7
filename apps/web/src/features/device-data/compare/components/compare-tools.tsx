/** Selects span, quantity, other devices and other period; all are stored in the URL. */
import type { MeasurementField } from '@busbar/domain/device/measurement';
import { isMoment } from '@busbar/domain/formats/wall-clock';
import { Select } from 'antd';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../../../../components/device-tree/use-fleet.ts';
import { MomentField } from '../../../../components/fields/moment-field.tsx';
import { QUANTITIES } from '../../../../device-kit/api/reading-fields.ts';
import { deviceOptions } from '../../../data-report/device-options.ts';
import { SpanTools } from '../../history/components/span-tools.tsx';
import type { HistorySpan } from '../../history/use-history-span.ts';
import { COMPARED_PERIODS, type ComparedPeriod } from '../compared-periods.ts';

interface CompareToolsProps {
  readonly history: HistorySpan;
  readonly field: MeasurementField;
  /** The device of the page and the other devices, in drawing order. */
  readonly codes: readonly string[];
  readonly mostDevices: number;
}

export function CompareTools({ history, field, codes, mostDevices }: CompareToolsProps) {
  const { t } = useTranslation(['analysis', 'data']);
  const { search, set } = history;
  const fleet = useFleet();
  const id = useId();
  const [own, ...others] = codes;
  const options = useMemo(
    () => deviceOptions(fleet.data ?? []).filter(({ value }) => value !== own),
    [fleet.data, own],
  );
  return (
    <div className="row gap-wide inset">
      <SpanTools history={history} />
      <label className="compare-field stack gap-2 hint" htmlFor={`${id}-field`}>
        {t('analysis:compare.field')}
        <Select<MeasurementField>
          id={`${id}-field`}
          value={field}
          popupMatchSelectWidth={false}
          options={QUANTITIES.map((value) => ({ value, label: t(`data:field.${value}`) }))}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(value) => set({ field: value })}
        />
      </label>
      <label className="compare-field stack gap-2 hint" data-wide htmlFor={`${id}-with`}>
        {t('analysis:compare.with')}
        <Select<string[]>
          id={`${id}-with`}
          mode="multiple"
          placeholder={t('analysis:compare.with-none')}
          value={[...others]}
          options={options}
          optionRender={({ data }) => (
            <span>
              <bdi>{data.label}</bdi> <bdi className="code ltr faint text-tiny">{data.value}</bdi>
            </span>
          )}
          loading={fleet.isPending}
          maxCount={mostDevices - 1}
          showSearch={{
            filterOption: (text, option) =>
              option?.found.includes(text.trim().toLocaleLowerCase()) === true,
          }}
          onChange={(chosen) => set({ with: chosen.join(',') || undefined })}
        />
      </label>
      <label className="compare-field stack gap-2 hint" htmlFor={`${id}-period`}>
        {t('analysis:compare.period')}
        <Select<ComparedPeriod | 'none'>
          id={`${id}-period`}
          value={search.period ?? 'none'}
          popupMatchSelectWidth={false}
          options={[
            { value: 'none' as const, label: t('analysis:compare.no-period') },
            ...COMPARED_PERIODS.map((value) => ({
              value,
              label: t(`analysis:compare.choice.${value}`),
            })),
          ]}
          onChange={(value) => set({ period: value === 'none' ? undefined : value })}
        />
      </label>
      {search.period === 'custom' && (
        <label className="compare-field stack gap-2 hint" htmlFor={`${id}-since`}>
          {t('analysis:compare.then')}
          <SinceField
            id={`${id}-since`}
            since={search.since}
            onChange={(since) => set({ since })}
          />
        </label>
      )}
    </div>
  );
}

interface SinceFieldProps {
  readonly id: string;
  readonly since: string | undefined;
  readonly onChange: (since: string | undefined) => void;
}

/** The URL contains only valid times; invalid text stays in the field. */
function SinceField({ id, since, onChange }: SinceFieldProps) {
  const [text, setText] = useState(since ?? '');
  const [ofAddress, setOfAddress] = useState(since);
  if (since !== ofAddress) {
    setOfAddress(since);
    if (since !== undefined || isMoment(text)) setText(since ?? '');
  }
  return (
    <MomentField
      id={id}
      isClearable
      value={text}
      onChange={(next) => {
        setText(next);
        onChange(isMoment(next) ? next : undefined);
      }}
    />
  );
}
