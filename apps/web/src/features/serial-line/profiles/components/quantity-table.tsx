/** The quantities of a profile, each with the registers and the value of the last test. */
import type { ProfileProblem } from '@busbar/device-profiles/checks/profile-problem';
import type { MeterTable, TableQuantity } from '@busbar/device-profiles/own/meter-table';
import { useTranslation } from 'react-i18next';
import { AddButton } from '../../../../components/forms/add-button.tsx';
import { useNumbers } from '../../../../i18n/use-numbers.ts';
import { digitsOf } from '../digits-of.ts';
import { useQuantityName } from '../profile-texts.ts';
import type { ProfileTest } from '../use-profiles.ts';
import { RowActions, RowProblem } from './row-parts.tsx';
import { TestedValue } from './tested-value.tsx';

interface QuantityTableProps {
  readonly table: MeterTable;
  readonly problems: ReadonlyMap<string, ProfileProblem>;
  readonly test: ProfileTest;
  readonly onEdit: (at: number | undefined) => void;
  readonly onRemove: (at: number) => void;
}

export function QuantityTable({ table, problems, test, onEdit, onRemove }: QuantityTableProps) {
  const { t } = useTranslation('meter-profiles');
  const nameOf = useQuantityName();
  const { quantities, blocks } = table;
  return (
    <section className="stack gap-8" aria-label={t('meter-profiles:quantity.title')}>
      <div className="row spread">
        <h3>{t('meter-profiles:quantity.title')}</h3>
        <AddButton
          type="default"
          size="small"
          disabled={blocks.length === 0}
          onClick={() => onEdit(undefined)}
        >
          {t('meter-profiles:quantity.add')}
        </AddButton>
      </div>
      {quantities.length > 0 && (
        <table className="plain-table folds" aria-label={t('meter-profiles:quantity.title')}>
          <thead>
            <tr>
              <th scope="col">{t('meter-profiles:quantity.quantity')}</th>
              <th scope="col">{t('meter-profiles:quantity.register')}</th>
              <th scope="col">{t('meter-profiles:quantity.scale')}</th>
              <th scope="col">{t('meter-profiles:quantity.words')}</th>
              <th scope="col">{t('meter-profiles:quantity.value')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('meter-profiles:actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {quantities.map((one, at) => {
              const result = test.resultOf(table, one);
              return (
                <tr key={one.quantity}>
                  <th scope="row">
                    {nameOf(one.quantity)}
                    <RowProblem problem={problems.get(`quantities.${at}`)} />
                  </th>
                  <td data-label={t('meter-profiles:quantity.register')}>
                    <span>
                      <span className="code ltr">{`${one.address} ${one.type}`}</span>{' '}
                      <bdi className="muted text-small">{one.block}</bdi>
                    </span>
                  </td>
                  <td data-label={t('meter-profiles:quantity.scale')}>
                    <Scale one={one} />
                  </td>
                  <td data-label={t('meter-profiles:quantity.words')}>
                    <span className="code ltr">{result?.words.join(' ') || '–'}</span>
                  </td>
                  <td data-label={t('meter-profiles:quantity.value')}>
                    <TestedValue result={result} />
                  </td>
                  <td>
                    <RowActions
                      name={nameOf(one.quantity)}
                      onEdit={() => onEdit(at)}
                      onRemove={() => onRemove(at)}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      <RowProblem problem={quantities.length === 0 ? problems.get('quantities') : undefined} />
    </section>
  );
}

/** `× 10 ÷ 1000 kWh · CT`: what the raw number is multiplied by. */
function Scale({ one }: { one: TableQuantity }) {
  const { t } = useTranslation('meter-profiles');
  const { quantity } = useNumbers();
  const number = (value: number) => quantity(value, digitsOf(value), '');
  const parts = [
    one.inverted ? '× −1' : '',
    one.multiply_by === 1 ? '' : `× ${number(one.multiply_by)}`,
    one.divide_by === 1 ? '' : `÷ ${number(one.divide_by)}`,
    one.unit,
    one.ratios.length === 0 ? '' : `· ${one.ratios.map((ratio) => ratio.toUpperCase()).join(' ')}`,
  ];
  return (
    <span>
      <span className="ltr">{parts.filter((part) => part !== '').join(' ') || '–'}</span>
      {one.optional && (
        <span className="muted text-small"> {t('meter-profiles:quantity.optional-short')}</span>
      )}
    </span>
  );
}
