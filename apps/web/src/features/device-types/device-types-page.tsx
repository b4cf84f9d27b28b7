/** `/devicetype`: the device types; platform administrators change name and reporting interval. */

import { EditOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { QueryState } from '../../components/states/loaded.tsx';
import { useMay } from '../../lib/session/use-may.ts';
import { type TypeView, useDeviceTypes } from './api/use-device-types.ts';
import { capabilitiesOf } from './capabilities.ts';
import { TypeDialog } from './components/type-dialog.tsx';

const COLUMNS = ['name', 'prefix', 'kind', 'can', 'interval'] as const;

export function DeviceTypesPage() {
  const { t } = useTranslation('device-types');
  const types = useDeviceTypes();
  const mayChange = useMay('reference.write');
  const [changed, setChanged] = useState<TypeView>();
  if (types.data === undefined) {
    return (
      <>
        <PageHeading />
        <QueryState query={types} lines={6} />
      </>
    );
  }
  return (
    <>
      <PageHeading />
      <section className="stack panel" aria-label={t('device-types:title')}>
        <p className="muted prose">{t('device-types:intro')}</p>
        <table className="plain-table folds" aria-label={t('device-types:title')}>
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {t(`device-types:column.${column}`)}
                </th>
              ))}
              {mayChange && <th scope="col">{t('device-types:column.actions')}</th>}
            </tr>
          </thead>
          <tbody>
            {types.data.map((type) => (
              <tr key={type.id}>
                <th scope="row">
                  <bdi className="code ltr">{type.name}</bdi>
                </th>
                <td data-label={t('device-types:column.prefix')}>
                  <bdi className="code ltr">{type.prefix}</bdi>
                </td>
                <td data-label={t('device-types:column.kind')}>
                  {t(`device-types:kind.${type.kind}`)}
                </td>
                <td data-label={t('device-types:column.can')}>
                  <span className="row gap-4">
                    {capabilitiesOf(type.kind).map((one) => (
                      <Tag key={one}>{t(`device-types:can.${one}`)}</Tag>
                    ))}
                  </span>
                </td>
                <td data-label={t('device-types:column.interval')}>
                  {t('device-types:seconds', { seconds: type.expected_interval_s })}
                </td>
                {mayChange && (
                  <td>
                    <Button
                      size="small"
                      icon={<EditOutlined aria-hidden />}
                      aria-label={t('device-types:change-of', { name: type.name })}
                      onClick={() => setChanged(type)}
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {changed !== undefined && <TypeDialog type={changed} onClose={() => setChanged(undefined)} />}
    </>
  );
}
