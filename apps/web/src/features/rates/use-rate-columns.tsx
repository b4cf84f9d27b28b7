/**
 * Columns of the tariffs (docs/specification/energy-and-fees.md 3.1): name, four prices, default
 * flag, and the next version.
 */
import { DeleteOutlined, EditOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
import { formatPrice, perKwh } from '@busbar/domain/formats/money-format';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../components/states/state-tag.tsx';
import type { DataColumn } from '../../components/table/data-column.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { PRICE_FIELD_LIST } from './rate-form.ts';
import type { RateRow } from './use-rates.ts';

export interface RateActions {
  /** Undefined if the role has no permission. */
  readonly onEdit: ((row: RateRow) => void) | undefined;
  readonly onDelete: ((row: RateRow) => void) | undefined;
}

export function useRateColumns(currency: string, actions: RateActions): DataColumn<RateRow>[] {
  const { t } = useTranslation('rates');
  const { tag } = useLanguage();
  const columns: DataColumn<RateRow>[] = [
    {
      key: 'name',
      title: t('rates:column.name'),
      value: (row) => row.name,
      render: (row) => <bdi>{row.name}</bdi>,
      isTitle: true,
    },
    ...PRICE_FIELD_LIST.map(
      ({ band, field }): DataColumn<RateRow> => ({
        key: band,
        title: t(`rates:band.${band}`),
        value: (row) => row[field],
        render: (row) => {
          const price = row[field];
          if (price === null) return <span className="no-tariff">{t('rates:no-price')}</span>;
          return (
            <span className="nowrap">
              {formatPrice(price, tag)} <small className="muted">{perKwh(currency, tag)}</small>
            </span>
          );
        },
        align: 'end',
        isLtr: true,
      }),
    ),
    {
      key: 'default',
      title: t('rates:column.default'),
      value: (row) => t(`rates:is-default.${row.is_default}`),
      render: (row) =>
        row.is_default === 'yes' ? (
          <StateTag tone="info" icon={<SafetyCertificateOutlined />} isPlain>
            {t('rates:is-default.yes')}
          </StateTag>
        ) : (
          t('rates:is-default.no')
        ),
    },
    {
      key: 'next',
      title: t('rates:column.next'),
      value: (row) => row.next_start_day,
      render: (row) => row.next_start_day ?? '–',
      isLtr: true,
    },
  ];
  if (actions.onEdit === undefined && actions.onDelete === undefined) return columns;
  return [
    ...columns,
    {
      key: 'actions',
      title: t('rates:column.actions'),
      value: () => null,
      render: (row) => <RowActions row={row} {...actions} />,
      isForScreenOnly: true,
      isPinned: true,
    },
  ];
}

function RowActions({ row, onEdit, onDelete }: RateActions & { row: RateRow }) {
  const { t } = useTranslation('rates');
  const { name } = row;
  return (
    <span className="rate-actions line inline gap-2 touch">
      {onEdit !== undefined && (
        <Button
          type="text"
          size="small"
          icon={<EditOutlined aria-hidden />}
          title={t('rates:action.edit')}
          aria-label={t('rates:action.edit-of', { name })}
          onClick={() => onEdit(row)}
        />
      )}
      {onDelete !== undefined && (
        <Button
          type="text"
          size="small"
          danger
          icon={<DeleteOutlined aria-hidden />}
          title={t('rates:action.delete')}
          aria-label={t('rates:action.delete-of', { name })}
          onClick={() => onDelete(row)}
        />
      )}
    </span>
  );
}
