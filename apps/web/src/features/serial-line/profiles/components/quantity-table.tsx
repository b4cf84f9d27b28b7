/** The quantities of a profile, each with the registers and the value of the last test. */
import type { ProfileProblem } from '@busbar/device-profiles/checks/profile-problem';
import {
  type IdentifierQuantity,
  isDlt645Table,
  type MeterTable,
  type ScaledQuantity,
  type TableQuantity,
} from '@busbar/device-profiles/own/meter-table';
import { ltrText } from '@busbar/domain/formats/ltr-text';
import { useTranslation } from 'react-i18next';
import { AddButton } from '../../../../components/forms/add-button.tsx';
import { useNumbers } from '../../../../i18n/use-numbers.ts';
import { digitsOf } from '../digits-of.ts';
import { useQuantityName } from '../profile-texts.ts';
import type { ProfileTest } from '../use-profiles.ts';
import { valueFormat } from '../value-format.ts';
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
  const isDlt645 = isDlt645Table(table);
  const labels = {
    place: t(`meter-profiles:quantity.${isDlt645 ? 'bytes-of' : 'register'}`),
    scale: t(`meter-profiles:quantity.${isDlt645 ? 'format' : 'scale'}`),
    words: t(`meter-profiles:quantity.${isDlt645 ? 'raw-bytes' : 'words'}`),
  };
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
              <th scope="col">{labels.place}</th>
              <th scope="col">{labels.scale}</th>
              <th scope="col">{labels.words}</th>
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
                    <RowProblem isDlt645={isDlt645} problem={problems.get(`quantities.${at}`)} />
                  </th>
                  <td data-label={labels.place}>
                    {'address' in one ? <Registers one={one} /> : <Bytes one={one} />}
                  </td>
                  <td data-label={labels.scale}>
                    {'address' in one ? <Scale one={one} /> : <Format one={one} />}
                  </td>
                  <td data-label={labels.words}>
                    <span className="code ltr">{result?.words.join(' ') || '–'}</span>
                  </td>
                  <td data-label={t('meter-profiles:quantity.value')}>
                    <TestedValue result={result} isDlt645={isDlt645} />
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

function Registers({ one }: { one: TableQuantity }) {
  return (
    <span>
      <span className="code ltr">{`${one.address} ${one.type}`}</span>{' '}
      <bdi className="muted text-small">{one.block}</bdi>
    </span>
  );
}

/** The identifier, and which of its bytes have the value. */
function Bytes({ one: { block, offset, bytes } }: { one: IdentifierQuantity }) {
  const { t } = useTranslation('meter-profiles');
  const range = bytes === 1 ? `${offset}` : ltrText(`${offset}–${offset + bytes - 1}`);
  return (
    <span>
      <span className="code ltr">{block}</span>{' '}
      <span className="muted text-small">
        {t(`meter-profiles:quantity.${bytes === 1 ? 'byte' : 'byte-range'}`, { range })}
      </span>
    </span>
  );
}

/** `±XX.XXXX kW · CT`: how the digits are read. */
function Format({ one }: { one: IdentifierQuantity }) {
  const parts = [
    one.inverted ? '× −1' : '',
    valueFormat(one) ?? '–',
    one.unit,
    one.ratios.length === 0 ? '' : `· ${ratioNames(one)}`,
  ];
  return (
    <span>
      <span className="code ltr">{parts.filter((part) => part !== '').join(' ')}</span>
      <Optional one={one} />
    </span>
  );
}

/** `× 10 ÷ 1000 kWh · CT`: what the raw number is multiplied by. */
function Scale({ one }: { one: TableQuantity }) {
  const { quantity } = useNumbers();
  const number = (value: number) => quantity(value, digitsOf(value), '');
  const parts = [
    one.inverted ? '× −1' : '',
    one.multiply_by === 1 ? '' : `× ${number(one.multiply_by)}`,
    one.divide_by === 1 ? '' : `÷ ${number(one.divide_by)}`,
    one.unit,
    one.ratios.length === 0 ? '' : `· ${ratioNames(one)}`,
  ];
  return (
    <span>
      <span className="ltr">{parts.filter((part) => part !== '').join(' ') || '–'}</span>
      <Optional one={one} />
    </span>
  );
}

const ratioNames = ({ ratios }: ScaledQuantity): string =>
  ratios.map((ratio) => ratio.toUpperCase()).join(' ');

function Optional({ one }: { one: ScaledQuantity }) {
  const { t } = useTranslation('meter-profiles');
  if (!one.optional) return null;
  return <span className="muted text-small"> {t('meter-profiles:quantity.optional-short')}</span>;
}
