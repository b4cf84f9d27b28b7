/** Filters of the device tree: kind or state, and group if the user sees more than one. */
import { Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { inTreeOrder, placeOf } from '../../lib/group-tree.ts';
import { DEVICE_KINDS, DEVICE_STATES, type DeviceCategory } from './device-category.ts';
import type { DeviceFilter } from './use-device-filter.ts';

const INDENT_PX = 14;

export function DeviceFilters({ filter }: { readonly filter: DeviceFilter }) {
  const { t } = useTranslation('devices');
  const { category, setCategory, groups, isPending } = filter;
  const id = useId();
  return (
    <>
      <Select<DeviceCategory>
        id={id}
        className="device-pane__filter full"
        aria-label={t('devices:tree.category.label')}
        placeholder={t('devices:tree.category.all')}
        value={category ?? null}
        allowClear
        options={([DEVICE_KINDS, DEVICE_STATES] as const).map((values, at) => ({
          label: t(`devices:tree.category.${at === 0 ? 'kinds' : 'states'}`),
          options: values.map((value: DeviceCategory) => ({
            value,
            label: t(`devices:tree.category.${value}`),
          })),
        }))}
        onChange={(chosen?: DeviceCategory) => setCategory(chosen)}
      />
      {groups.length > 1 && <GroupFilter filter={filter} />}
      {isPending && <div className="device-pane__filter device-pane__pending" />}
    </>
  );
}

function GroupFilter({ filter: { group, setGroup, groups } }: { readonly filter: DeviceFilter }) {
  const { t } = useTranslation('devices');
  const id = useId();
  const options = inTreeOrder(groups)
    // The topmost group has all devices.
    .filter(({ depth }) => depth > 0)
    .map(({ group: { id, name }, depth }) => {
      const path = placeOf(groups, id).slice(1).join(' / ');
      return { value: id, label: name, title: path, path, indent: (depth - 1) * INDENT_PX };
    });
  return (
    <Select<number>
      id={id}
      className="device-pane__filter full"
      aria-label={t('devices:tree.group.label')}
      placeholder={t('devices:tree.group.all')}
      value={group ?? null}
      allowClear
      showSearch={{ optionFilterProp: 'path' }}
      options={options}
      labelRender={({ label }) => <bdi>{label}</bdi>}
      optionRender={({ data }) => (
        <bdi style={{ paddingInlineStart: data.indent }}>{data.label}</bdi>
      )}
      popupMatchSelectWidth={false}
      onChange={(chosen?: number) => setGroup(chosen)}
    />
  );
}
