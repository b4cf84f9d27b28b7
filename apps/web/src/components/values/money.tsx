import { formatAmount, isCurrencyFirst } from '@busbar/domain/formats/money-format';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { NoTariff } from '../states/no-tariff.tsx';

interface MoneyProps {
  /** Null if the amount includes energy without a price. */
  readonly amount: number | null;
  readonly currency: string;
}

/**
 * An amount with the currency sign before or after it, depending on the language; left to right in
 * every language.
 */
export function Money({ amount, currency }: MoneyProps) {
  const { tag } = useLanguage();
  const { t } = useTranslation('common');
  if (amount === null) return <span className="no-tariff">{t('common:no-tariff')}</span>;
  const isFirst = isCurrencyFirst(tag);
  const sign = currency !== '' && (
    <span className="value-unit">
      {!isFirst && '\u202F'}
      <bdi>{currency}</bdi>
      {isFirst && '\u202F'}
    </span>
  );
  return (
    <bdi className="ltr value">
      {/* The minus comes first, also before a currency sign: −¥ 1.50. */}
      {amount < 0 && '\u2212'}
      {isFirst && sign}
      {formatAmount(Math.abs(amount), currency, tag)}
      {!isFirst && sign}
    </bdi>
  );
}

/** The total amount, or a link to the tariffs if the amount is unknown. */
export function TotalMoney({ amount, currency }: MoneyProps) {
  return amount === null ? <NoTariff /> : <Money amount={amount} currency={currency} />;
}
