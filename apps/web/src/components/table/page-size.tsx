/** Selects the number of rows of a page, or as many as fill the window. */
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { TableState } from './use-table.ts';

/** Value of the option that fills the window; no size is 0. */
const FITTED = 0;

export function PageSize({ table }: { table: TableState }) {
  const { t } = useTranslation('shell');
  const { size, sizes, isFitted } = table;
  return (
    <Select
      aria-label={t('shell:table.page-size')}
      popupMatchSelectWidth={false}
      value={isFitted === true ? FITTED : size}
      options={[
        ...(isFitted === undefined ? [] : [{ value: FITTED, label: t('shell:table.page-fit') }]),
        ...sizes.map((value) => ({ value, label: t('shell:table.page-rows', { count: value }) })),
      ]}
      onChange={(value) => table.set({ size: value === FITTED ? undefined : value })}
    />
  );
}
