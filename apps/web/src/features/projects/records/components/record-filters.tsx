import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { MomentRange } from '../../../../components/fields/moment-range.tsx';
import { useLampGroups } from '../../api/use-lamp-groups.ts';
import type { RecordSearch } from '../../project-search.ts';

export type RecordFilterChange = { [K in keyof RecordSearch]?: RecordSearch[K] | undefined };

interface RecordFiltersProps {
  project: number;
  search: RecordSearch;
  onChange: (part: RecordFilterChange) => void;
}

export function RecordFilters({ project, search, onChange }: RecordFiltersProps) {
  const { t } = useTranslation(['projects', 'alarms']);
  const groups = useLampGroups(project);
  return (
    <>
      <Select
        aria-label={t('projects:record.group')}
        placeholder={t('projects:all-groups')}
        value={search.device ?? null}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        style={{ minInlineSize: 160 }}
        options={(groups.data ?? []).map((group) => ({
          value: group.device_code,
          label: group.name,
        }))}
        onChange={(device: string | null) => onChange({ device: device ?? undefined })}
      />
      <MomentRange
        from={search.from}
        to={search.to}
        onChange={(from, to) => onChange({ from, to })}
      />
      <Select<'true' | 'false' | null>
        aria-label={t('alarms:column.state')}
        placeholder={t('alarms:column.state')}
        value={search.open ?? null}
        allowClear
        popupMatchSelectWidth={false}
        style={{ minInlineSize: 112 }}
        options={[
          { value: 'true', label: t('alarms:state.open') },
          { value: 'false', label: t('alarms:state.ended') },
        ]}
        onChange={(open) => onChange({ open: open ?? undefined })}
      />
      <Select<'0' | '1' | null>
        aria-label={t('alarms:column.handled')}
        placeholder={t('alarms:column.handled')}
        value={search.handled ?? null}
        allowClear
        popupMatchSelectWidth={false}
        style={{ minInlineSize: 112 }}
        options={[
          { value: '0', label: t('alarms:state.unhandled') },
          { value: '1', label: t('alarms:state.handled') },
        ]}
        onChange={(handled) => onChange({ handled: handled ?? undefined })}
      />
    </>
  );
}
