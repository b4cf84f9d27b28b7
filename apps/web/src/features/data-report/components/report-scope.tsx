/** Selects the devices of a report: all, those of a group, or individual ones. */
import { isSimulatedCode } from '@busbar/domain/device/simulated-code';
import { Radio, Select } from 'antd';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../../../components/device-tree/use-fleet.ts';
import { GroupSelect, useOwnGroups } from '../../alarm-rules/components/group-select.tsx';
import { deviceOptions } from '../device-options.ts';
import type { ReportScope } from '../report-scope.ts';

/** Maximum number of devices that the server accepts by name. */
const MAX_NAMED = 500;
const SHOWN_NAMES = 4;

interface ReportScopeFieldProps {
  readonly value: ReportScope;
  readonly onChange: (scope: ReportScope) => void;
}

export function ReportScopeField({ value, onChange }: ReportScopeFieldProps) {
  const { t } = useTranslation('reports');
  const fleet = useFleet();
  const { all: groups } = useOwnGroups();
  const id = useId();
  const options = useMemo(
    () => deviceOptions((fleet.data ?? []).filter(({ code }) => !isSimulatedCode(code))),
    [fleet.data],
  );
  const kinds = (['all', 'group', 'devices'] as const).filter(
    (kind) => kind !== 'group' || groups.length > 1,
  );
  return (
    <fieldset className="report-form__field stack gap-8">
      <legend>{t('reports:devices.label')}</legend>
      <Radio.Group
        name={`${id}-kind`}
        value={value.kind}
        options={kinds.map((kind) => ({ value: kind, label: t(`reports:devices.${kind}`) }))}
        onChange={({ target }) => onChange({ ...value, kind: target.value })}
      />
      {value.kind === 'group' && (
        <GroupSelect value={value.group} onChange={(group) => onChange({ ...value, group })} />
      )}
      {value.kind === 'devices' && (
        <>
          <Select<string[]>
            id={id}
            mode="multiple"
            aria-label={t('reports:devices.choose')}
            placeholder={t('reports:devices.choose')}
            value={[...value.devices]}
            options={options}
            optionRender={({ data }) => (
              <span className="line align-baseline spread gap-12">
                <bdi className="one-line">{data.label}</bdi>
                <bdi className="code ltr faint">{data.value}</bdi>
              </span>
            )}
            loading={fleet.isPending}
            allowClear
            maxCount={MAX_NAMED}
            maxTagCount={SHOWN_NAMES}
            showSearch={{
              filterOption: (text, option) =>
                option?.found.includes(text.trim().toLocaleLowerCase()) === true,
            }}
            onChange={(devices) => onChange({ ...value, devices })}
          />
          <p className="hint" role="status">
            {t('reports:devices.count', { count: value.devices.length, most: MAX_NAMED })}
          </p>
        </>
      )}
    </fieldset>
  );
}
